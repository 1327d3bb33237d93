/** The checks of vault. */
import { rulesIn, type ServiceChecks } from '@wallet-services/conformance/core';
import { ofEveryService } from '../shared/open.ts';
import { sharedVariants } from '../shared/variants.ts';
import { equivalents } from './equivalents.ts';

export default {
  source: 'document 3, Endpoints',
  profile: {},
  rules: async () => [...ofEveryService, ...(await rulesIn(new URL('./rules/', import.meta.url)))],
  equivalents,
  variants: async () => [...sharedVariants('vault'), ...(await import('./variants.ts')).variants],
} satisfies ServiceChecks;
