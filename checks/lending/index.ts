/** The checks of lending. */
import { rulesIn, type ServiceChecks } from '@wallet-services/conformance/core';
import { ofEveryService } from '../shared/open.ts';
import { sharedVariants } from '../shared/variants.ts';
import { lendingKnownMembers } from './known.ts';
import { lendingProfile } from './pay-requests.ts';

// An inferred type would name messages of the contract, which declarations cannot refer to.
const checks: ServiceChecks = {
  source: 'document 1, Endpoints',
  profile: lendingProfile,
  known: lendingKnownMembers,
  rules: async () => [...ofEveryService, ...(await rulesIn(new URL('./rules/', import.meta.url)))],
  variants: async () => [...sharedVariants('lending'), ...(await import('./variants.ts')).variants],
  rpc: async () => (await import('@wallet-services/contract/lending')).rpc.Lending,
};

export default checks;
