import { difficultSteps } from '../difficult/index.ts';
import { answerSteps } from './answers.ts';
import { failureSteps } from './failures.ts';
import { inputSteps } from './inputs.ts';
import { listSteps } from './lists.ts';
import { oauthSteps } from './oauth.ts';
import { rpcSteps } from './rpc.ts';
import { signInSteps } from './sign-in.ts';
import type { Step } from './step.ts';
import { turnSteps } from './turns.ts';

/** The script: every step for a client, in order. The steps are independent of each other. */
export const script: readonly Step[] = [
  ...inputSteps,
  ...answerSteps,
  ...signInSteps,
  ...oauthSteps,
  ...listSteps,
  ...turnSteps,
  ...failureSteps,
  ...rpcSteps,
  ...difficultSteps,
];

export type { Step } from './step.ts';
