/** Faulty comment servers. */
import type { Mutant } from '../../mutant.ts';
import { airdropMutants } from './airdrops.ts';
import { answerMutants } from './answers.ts';
import { commentMutants } from './comments.ts';
import { communityMutants } from './community.ts';
import { signInMutants } from './sign-in.ts';

export const mutants: readonly Mutant[] = [
  ...answerMutants,
  ...signInMutants,
  ...commentMutants,
  ...communityMutants,
  ...airdropMutants,
];
