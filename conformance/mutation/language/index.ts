export type { At, MatchedRequest, Mutation, Next, Place } from '../../core/place.ts';
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
export { altered, unknownIds } from './alter.ts';
export { answeredAsOne, answersAsBefore, answersTheFirstPath } from './another.ts';
export { callerIn, together, withHeaders, withQuery } from './at.ts';
export { edited, editedReply, gone } from './edit.ts';
export { named } from './named.ts';
