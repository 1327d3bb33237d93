/** The parts of `builtin` for the checks of a contract. */

export type { InputProfile, SendHttp, SignedIn } from '../core/context.ts';
export { MALFORMED, UNMARKED } from './inputs/planned.ts';
export { BASE } from './inputs/prepare.ts';
export { membersOf, orderOf, someItems } from './open/lists.ts';
export { sendOpen, unknownParameter } from './open/requests.ts';
export {
  acceptance,
  answerForm,
  distinct,
  each,
  formOf,
  notObserved,
  type Observation,
  type Probe,
  probesOf,
  probing,
  several,
} from './open/words.ts';
