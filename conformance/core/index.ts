/** The parts of `core` that the checks of a contract are written with. */
export { ask, isAnswerOf, listAt, objectOf, serverTimeOf } from './answers.ts';
export type { ContractChecks, ServiceChecks } from './checks.ts';
export type { Wrongs } from './family.ts';
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
export type { Breach, Judgement, OwnFault, OwnRule, Say, Scene, Talk } from './rule.ts';
export { rulesIn } from './rules-in.ts';
export { described, type Twin } from './variant.ts';
