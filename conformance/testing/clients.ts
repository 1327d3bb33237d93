/**
 * What the client conformance (`client-conformance/`) uses of the suite: its proxy, the contract, tokens and values.
 * Not published.
 */
export { checkWritable, save } from '../cli/files.ts';
export type { Surroundings } from '../cli/main.ts';
export { withQuery } from '../fault/at.ts';
export { edited } from '../fault/edit.ts';
export { forwardTo } from '../fault/proxy/forward.ts';
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
} from '../fault/proxy/reply.ts';
export { start } from '../fault/proxy/start.ts';
export type { CorrectServer } from '../faults/trial.ts';
export type { Input } from '../model/call.ts';
export type { Operation } from '../model/document/api.ts';
export type { ServiceContract } from '../model/document/contract.ts';
export { decoded, documentedHeaders, operationFor, pathInputs } from '../model/document/requests.ts';
export { type ContractService, isServiceName, serviceNames } from '../model/document/services.ts';
export { canonicalDecimal, isDecimal } from '../model/values/decimal.ts';
export { eachObject, excerpt, isObject, type JsonObject, objectsOf, typeName } from '../model/values/json.ts';
export { valueAt, within } from '../model/values/pointer.ts';
export { parseInstant } from '../model/values/time.ts';
export { markdownTable } from '../report/table.ts';
export { cut } from '../report/text.ts';
export { exitCodes, INTERRUPTED, type Outcome } from '../run/report.ts';
export { matches } from '../run/selection.ts';
export { redact } from '../run/send/redact.ts';
export { accountOfKey, ownAccount } from '../sign-in/account.ts';
export { privateKeyOf, signToken, type TokenOptions } from '../sign-in/token.ts';
export { claimsOf } from '../sign-in/wrong-tokens.ts';
export type { Keystore } from '../target/target.ts';
export { type Reference, startReference } from './reference.ts';
