/** The checks of vault. */
import { rulesIn, type ServiceChecks } from '@wallet-services/conformance/core';
import { ofEveryService } from '../shared/open.ts';
import { sharedVariants } from '../shared/variants.ts';

export default {
  source: 'document 3, Endpoints',
  profile: {},
  rules: async () => [...ofEveryService, ...(await rulesIn(new URL('./rules/', import.meta.url)))],
  variants: async () => [...sharedVariants('vault'), ...(await import('./variants.ts')).variants],
} satisfies ServiceChecks;
