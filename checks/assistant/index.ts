/** The checks of assistant. */
import { rulesIn, type ServiceChecks } from '@wallet-services/conformance/core';
import { ofEveryService } from '../shared/open.ts';
import { sharedVariants } from '../shared/variants.ts';
import { equivalents } from './equivalents.ts';
import { assistantKnownMembers } from './known.ts';
import { assistantProfile } from './profile.ts';

export default {
  source: 'document 3, Endpoints',
  profile: assistantProfile,
  known: assistantKnownMembers,
  rules: async () => [...ofEveryService, ...(await rulesIn(new URL('./rules/', import.meta.url)))],
  equivalents,
  variants: async () => [...sharedVariants('assistant'), ...(await import('./variants.ts')).variants],
} satisfies ServiceChecks;
