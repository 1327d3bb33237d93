/** The other side of a comparison where it is an RPC method: its messages in the JSON form of protobuf. */
import { type DescField, type DescMessage, fromJson, type JsonValue, ScalarType, toJson } from '@bufbuild/protobuf';
import type { CheckContext } from '../../core/context.ts';
import { type RpcModel, rpcMethod } from '../../model/document/rpc.ts';
import { type Exchange, type RpcProtocol, successJson } from '../../model/exchange.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/values/json.ts';
import { within } from '../../model/values/pointer.ts';
import { formatInstant, parseInstant } from '../../model/values/time.ts';
import type { Reported } from './compare.ts';

const TIMESTAMP = 'google.protobuf.Timestamp';

/** The field of a message with its items; null if the message is the single item. */
function listField({ fields }: DescMessage): Extract<DescField, { fieldKind: 'list' }> | null {
  const found = fields.find(
    (field): field is Extract<DescField, { fieldKind: 'list' }> =>
      field.fieldKind === 'list' && field.listKind === 'message',
  );
  return found ?? null;
}

/** What the things in the answer of a method are: the items of its list, or the whole message. */
export function thingOf(rpc: RpcModel, method: string): DescMessage {
  const { output } = rpcMethod(rpc, method);
  return listField(output)?.message ?? output;
}

/** The names of the fields that hold bytes. */
export function bytesOf({ fields }: DescMessage): ReadonlySet<string> {
  const isBytes = (field: DescField) => field.fieldKind === 'scalar' && field.scalar === ScalarType.BYTES;
  return new Set(fields.filter(isBytes).map(({ name }) => name));
}

/** The form of a message that every language writes: each field there, named as in the .proto. */
function whole(message: DescMessage, json: unknown): unknown {
  try {
    const read = fromJson(message, json as JsonValue, { ignoreUnknownFields: true });
    return toJson(message, read, { alwaysEmitImplicit: true, useProtoFieldName: true });
  } catch {
    return null;
  }
}

/** A message with more is not read: its form takes many times as much memory as its text. */
const MOST_THINGS = 5000;

/** The items in a response of a method; null if it is not such a message, or has too many. */
export function comparedOver(rpc: RpcModel, method: string, exchange: Exchange, key: string): Reported | null {
  const json = successJson(exchange);
  const { output } = rpcMethod(rpc, method);
  const field = listField(output);
  const sent = field !== null && isObject(json) ? (json[field.name] ?? json[field.jsonName]) : undefined;
  if (json === undefined || (Array.isArray(sent) && sent.length > MOST_THINGS)) return null;
  const message = whole(output, json);
  if (!isObject(message)) return null;
  const items = field === null ? [message] : objectsOf(message[field.name]);
  const place = field === null ? '' : within('', field.name);
  return {
    exchange,
    things: items.map((value, index) => ({
      key: String(value[key]).toLowerCase(),
      pointer: field === null ? '' : within(place, index),
      value,
    })),
  };
}

/** A text of a query as a field takes it; undefined where it takes no such text. */
function valueFor(field: DescField, text: string): unknown {
  if (field.fieldKind === 'message') {
    const time = field.message.typeName === TIMESTAMP ? parseInstant(text) : null;
    return time === null ? undefined : formatInstant(time);
  }
  if (field.fieldKind !== 'scalar') return undefined;
  if (field.scalar === ScalarType.BOOL) return text === 'true';
  const isText = field.scalar === ScalarType.STRING;
  return isText || /^-?\d+$/.test(text) ? (isText ? text : Number(text)) : undefined;
}

/** The fields of the request of a method that are named as inputs of an operation. */
export function inputFields(rpc: RpcModel, method: string): readonly DescField[] {
  return rpcMethod(rpc, method).input.fields;
}

/** Whether a field takes a moment. */
export function takesTime(field: DescField): boolean {
  return field.fieldKind === 'message' && field.message.typeName === TIMESTAMP;
}

export function sendRpc(
  { send }: CheckContext,
  rpc: RpcModel,
  protocol: RpcProtocol,
  method: string,
  inputs: Readonly<Record<string, string>>,
): Promise<Exchange> {
  const message: JsonObject = Object.fromEntries(
    inputFields(rpc, method).flatMap((field) => {
      const text = inputs[field.name] ?? inputs[field.jsonName];
      const value = text === undefined ? undefined : valueFor(field, text);
      return value === undefined ? [] : [[field.jsonName, value]];
    }),
  );
  const label = `${method} over ${protocol} ${JSON.stringify(message)}`;
  return send({ kind: 'rpc', label, method, protocol, message, intent: 'valid' });
}
