/** The checks of swap. */
import { rulesIn, type ServiceChecks } from '@wallet-services/conformance/core';
import { ofEveryService } from '../shared/open.ts';
import { sharedVariants } from '../shared/variants.ts';
import { equivalents } from './equivalents.ts';
import { swapKnownMembers } from './known.ts';
import { swapProfile } from './profile.ts';

export default {
  source: 'document 2, Endpoints',
  profile: swapProfile,
  known: swapKnownMembers,
  rules: async () => [...ofEveryService, ...(await rulesIn(new URL('./rules/', import.meta.url)))],
  equivalents,
  variants: async () => [...sharedVariants('swap'), ...(await import('./variants.ts')).variants],
} satisfies ServiceChecks;
