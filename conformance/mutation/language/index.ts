export {
  bodyOf,
  type Handler,
  isSuccessful,
  jsonReply,
  type Reply,
  type Request,
  sentIn,
  successOf,
} from '../proxy/reply.ts';
/** The parts of `mutation` that the checks of a contract are written with. */
export { altered, nobody } from './alter.ts';
export { answeredAsOne, answersAsBefore, answersTheFirstPath } from './another.ts';
export { type Asked, type At, callerIn, type Next, type Place, together, withHeaders, withQuery } from './at.ts';
export { edited, editedReply, gone } from './edit.ts';
export type { FaultMaker } from './fault.ts';
export { named } from './named.ts';
