/** The checks of comment. */
import { rulesIn, type ServiceChecks } from '@wallet-services/conformance/core';
import { ofEveryService } from '../shared/open.ts';
import { sharedVariants } from '../shared/variants.ts';
import { equivalents } from './equivalents.ts';
import { commentKnownMembers } from './known.ts';
import { commentProfile } from './profile.ts';

export default {
  source: 'document 2, Endpoints',
  profile: commentProfile,
  known: commentKnownMembers,
  rules: async () => [...ofEveryService, ...(await rulesIn(new URL('./rules/', import.meta.url)))],
  equivalents,
  variants: async () => [...sharedVariants('comment'), ...(await import('./variants.ts')).variants],
} satisfies ServiceChecks;
