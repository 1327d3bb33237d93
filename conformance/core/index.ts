/** The parts of `core` that the checks of a contract are written with. */
export { isAnswerOf, listAt, objectOf, sendTo, serverTimeOf } from './answers.ts';
export type { ContractChecks, EquivalentMutants, ServiceChecks } from './checks.ts';
export type { CheckContext, InputProfile, SendHttp, SignedIn, SuiteContext } from './context.ts';
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
  REFUSED_HINT,
  RPC_HINT,
  stop,
  unlessClosed,
  unsupported,
  warn,
} from './judgement.ts';
export type { Mutant, Wrongs } from './mutant.ts';
export type { At, MatchedRequest, Mutation, Next, Place } from './place.ts';
export type { OwnRule, Report } from './rule.ts';
export { rulesIn } from './rules-in.ts';
export { described, type Variant } from './variant.ts';
export type { MessageFields, MessageForm, MessageOptions, SignedMessage, TokenOptions } from './wallet.ts';
export { spellings } from './wallet.ts';
