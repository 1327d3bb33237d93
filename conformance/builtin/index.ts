/** The parts of `builtin` that the checks of a contract are written with. */

export type { InputProfile, Send, SignedIn } from '../core/context.ts';
export { MALFORMED, UNMARKED } from './inputs/accepted.ts';
export { BASE } from './inputs/prepare.ts';
export { membersOf, orderOf, someItems } from './open/lists.ts';
export { askOpen, unknownParameter } from './open/requests.ts';
export {
  acceptance,
  answerForm,
  distinct,
  each,
  formOf,
  type Look,
  looking,
  notSeen,
  probing,
  type Seen,
  several,
} from './open/words.ts';
