/**
 * The parts of the suite that the client conformance (`client-conformance/`) uses: its proxy, the contract, tokens and
 * values. Not published.
 */
export { checkWritable, save } from '../cli/files.ts';
export type { Surroundings } from '../cli/surroundings.ts';
export type { TokenOptions } from '../core/wallet.ts';
export type { Operation } from '../model/document/api.ts';
export { documentedHeaders, operationFor, pathInputs } from '../model/document/requests.ts';
export { type ContractService, isServiceName, serviceNames } from '../model/document/services.ts';
export type { Input } from '../model/input.ts';
export type { Keystore } from '../model/target.ts';
export { canonicalDecimal, isDecimal } from '../model/values/decimal.ts';
export { eachObject, excerpt, isObject, type JsonObject, objectsOf, typeName } from '../model/values/json.ts';
export { valueAt, within } from '../model/values/pointer.ts';
export { parseInstant } from '../model/values/time.ts';
export { withQuery } from '../mutation/language/at.ts';
export { edited } from '../mutation/language/edit.ts';
export { forwardTo } from '../mutation/proxy/forward.ts';
export {
  behind,
  bodyOf,
  changed,
  type Fault,
  isMeant,
  jsonReply,
  type Matcher,
  type Reply,
  type Request,
  sentIn,
  successOf,
} from '../mutation/proxy/reply.ts';
export { start } from '../mutation/proxy/start.ts';
export type { CorrectServer } from '../mutation/trial.ts';
export { markdownTable } from '../report/table.ts';
export { cut } from '../report/text.ts';
export type { ServiceContract } from '../run/contract.ts';
export { exitCodes, INTERRUPTED, type Outcome } from '../run/report.ts';
export { matches } from '../run/selection.ts';
export { redact } from '../run/send/redact.ts';
export { accountOfKey, ownAccount } from '../sign-in/account.ts';
export { privateKeyOf, signToken } from '../sign-in/token.ts';
export { claimsOf } from '../sign-in/wrong-tokens.ts';
export { type Reference, startReference } from './reference.ts';
