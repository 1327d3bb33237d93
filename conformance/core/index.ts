/** The parts of `core` that the checks of a contract are written with. */
export { ask, isAnswerOf, listAt, objectOf, serverTimeOf } from './answers.ts';
export type { ContractChecks, ServiceChecks } from './checks.ts';
export type { InputProfile, Scene, Send, SignedIn, Talk } from './context.ts';
export type { Breach, Judgement } from './judgement.ts';
export {
  blocked,
  blockedBy,
  broken,
  hintFor,
  inconclusive,
  isRefusal,
  judgeRefused,
  judgeTaken,
  NO_RPC,
  observed,
  orNull,
  pass,
  passIf,
  passUnless,
  RPC_HINT,
  stop,
  unsupported,
  warn,
} from './judgement.ts';
export type { Mutant, Wrongs } from './mutant.ts';
export type { Asked, At, FaultMaker, Next, Place } from './place.ts';
export type { OwnRule, Say } from './rule.ts';
export { rulesIn } from './rules-in.ts';
export { described, type Twin } from './variant.ts';
export type { MessageFields, MessageForm, MessageOptions, SignedMessage, TokenOptions } from './wallet.ts';
export { spellings } from './wallet.ts';
