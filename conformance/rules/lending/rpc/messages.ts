/** RPC answers, and their equality with HTTP answers. */
import { type DescMessage, fromJson, type JsonValue, toJson } from '@bufbuild/protobuf';
import { canonicalDecimal } from '../../../model/decimal.ts';
import { componentName, type OpenApiDocument } from '../../../model/document.ts';
import { callText, type Exchange, isSuccess, outcomeText, successJson, type Trace } from '../../../model/exchange.ts';
import { isObject, type JsonObject, objectsOf } from '../../../model/json.ts';
import { rpcMethod } from '../../../model/rpc.ts';
import { parseInstant } from '../../../model/time.ts';
import { blockedBy, broken, exchangeOf, hintFor, unsupported } from '../../judgement.ts';
import type { Judgement, Scene } from '../../rule.ts';

/** Said when the target names no RPC address. */
export const noRpc = (): Judgement =>
  unsupported(
    'the target names no RPC address',
    'name one as --rpc URL (Connect) or --grpc URL, or as rpc in the target file',
  );

/** The `data` of a list message with every member present and named as in the .proto; null when it is no such message. */
export function messagesOf(exchange: Exchange | undefined, { rpc }: Scene): readonly JsonObject[] | null {
  const json = successJson(exchange);
  if (exchange === undefined || exchange.call.kind !== 'rpc' || rpc === null || json === undefined) return null;
  const { output } = rpcMethod(rpc, exchange.call.method);
  try {
    const whole = normalised(output, json as JsonValue);
    return isObject(whole) ? objectsOf(whole['data']) : null;
  } catch {
    return null;
  }
}

function normalised(message: DescMessage, json: JsonValue): JsonValue {
  const read = fromJson(message, json, { ignoreUnknownFields: true });
  return toJson(message, read, { alwaysEmitImplicit: true, useProtoFieldName: true });
}

/** The `data` of a list answer as the server wrote it. */
export function rawMessagesOf(exchange: Exchange | undefined): readonly JsonObject[] {
  const json = successJson(exchange);
  return isObject(json) ? objectsOf(json['data']) : [];
}

/**
 * What to say of an RPC that did not succeed: it is documented, so it must be served; but it may ask for credentials.
 */
export function refusedRpc(exchange: Exchange | undefined): Judgement {
  if (exchange === undefined || exchange.outcome.kind === 'failure' || isSuccess(exchange)) return blockedBy(exchange);
  if (hintFor(exchange) !== undefined) return blockedBy(exchange);
  return broken({ expected: `an answer to ${callText(exchange.call)}`, actual: outcomeText(exchange), exchange });
}

/** HTTP read before and after the RPC: only what stood still in between can be compared. */
export interface Sandwich {
  readonly before: Exchange | undefined;
  readonly rpc: Exchange | undefined;
  readonly after: Exchange | undefined;
}

export function sandwichOf(trace: Trace): Sandwich {
  return { before: exchangeOf(trace, 'before'), rpc: exchangeOf(trace, 'rpc'), after: exchangeOf(trace, 'after') };
}

/** A time that was never set: absent in a message, the year 1 in the JSON of some languages. */
function isUnset(time: unknown): boolean {
  return time === undefined || time === null || (typeof time === 'string' && time.startsWith('0001-01-01T00:00:00'));
}

function sameTime(left: unknown, right: unknown): boolean {
  if (isUnset(left) || isUnset(right)) return isUnset(left) && isUnset(right);
  return typeof left === 'string' && typeof right === 'string' && parseInstant(left) === parseInstant(right);
}

/**
 * Whether a member of an HTTP answer and one of a message say the same: decimals by value, times to the nanosecond,
 * 64-bit integers as number or text, an absent id like an empty one.
 */
export function sameFigure(
  document: OpenApiDocument,
  component: string,
  member: string,
  http: unknown,
  rpc: unknown,
): boolean {
  const schema = document.components.schemas[component]?.properties?.[member] ?? {};
  switch (componentName(schema)) {
    case 'DecimalString':
      return canonicalDecimal(String(http)) === canonicalDecimal(String(rpc));
    case 'Timestamp':
      return sameTime(http, rpc);
    case 'Uuid':
    case 'UuidOrEmpty':
      return String(http ?? '').toLowerCase() === String(rpc ?? '').toLowerCase();
    default:
      return String(http) === String(rpc ?? '');
  }
}
