/** The parts of `model` for the checks of a contract. */
export { type CallOptions, callOf, strayCall } from './call.ts';
export { type Operation, operationOf, responseFor } from './document/api.ts';
export { resolved } from './document/document.ts';
export { itemsIn } from './document/lists.ts';
export { loadApi, loadLedger } from './document/load.ts';
export { finderFor } from './document/places.ts';
export { documentedHeaders, operationFor, pathInputs, withPathInputs } from './document/requests.ts';
export { schemaJudge } from './document/schemas.ts';
export { type ContractService, isServiceName, type ServiceName, serviceNames } from './document/services.ts';
export {
  type Call,
  type CredentialUse,
  callText,
  type Exchange,
  type Intent,
  isSuccess,
  outcomeText,
  type RpcProtocol,
  successJson,
} from './exchange.ts';
export { type Input, noInput } from './input.ts';
export type { Credentials, KeystoreRole, Target } from './target.ts';
export { canonicalDecimal, isDecimal } from './values/decimal.ts';
export { eachObject, excerpt, isObject, type JsonObject, objectsOf, sameJson, typeName } from './values/json.ts';
export { valueAt, within } from './values/pointer.ts';
export { formOf, isBlank, isNamed, sameValue } from './values/same.ts';
export { formatInstant, parseInstant } from './values/time.ts';
export { seededUuid } from './values/uuid.ts';
