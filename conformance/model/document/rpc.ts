/** The protobuf side of a service: its methods and messages. */
import { type DescMessage, type DescMethodUnary, type DescService, fromJson, type JsonValue } from '@bufbuild/protobuf';
import { isObject } from '../values/json.ts';
import { within } from '../values/pointer.ts';

export interface RpcModel {
  /** `lending.v1.Lending` */
  readonly typeName: string;
  /** `Lending` */
  readonly name: string;
  readonly service: DescService;
}

/** The model of a protobuf service. */
export function rpcModelOf(service: DescService): RpcModel {
  const { typeName, name } = service;
  return { typeName, name, service };
}

/**
 * Finds a method by its name in the documents, `AllMarkets`.
 *
 * @throws when the service has no such method.
 */
export function rpcMethod(model: RpcModel, name: string): DescMethodUnary {
  const method = model.service.methods.find(
    (candidate): candidate is DescMethodUnary => candidate.name === name && candidate.methodKind === 'unary',
  );
  if (method === undefined) throw new Error(`${model.typeName} has no unary method ${name}`);
  return method;
}

/** The first message that has members, but none of its documented ones; null when there is none. */
function unknownMessageIn(message: DescMessage, value: unknown, pointer = ''): string | null {
  if (!isObject(value) || message.typeName.startsWith('google.protobuf.')) return null;
  const known = message.fields.flatMap((field) => [field.name, field.jsonName].map((name) => [name, field] as const));
  const reported = known.filter(([name]) => Object.hasOwn(value, name));
  // An answer without set members, and a message with only unset ones, may have a member of another version.
  if (reported.length === 0 && pointer !== '' && Object.keys(value).length > 1) {
    return `${pointer} has none of ${message.fields.map(({ name }) => name).join(', ')}`;
  }
  for (const [name, { message: inner, fieldKind }] of reported) {
    if (inner === undefined || fieldKind === 'map') continue;
    const [values, place] = [value[name], within(pointer, name)];
    const unknown = Array.isArray(values)
      ? values.map((one, index) => unknownMessageIn(inner, one, within(place, index))).find((one) => one !== null)
      : unknownMessageIn(inner, values, place);
    if (unknown) return unknown;
  }
  return null;
}

/**
 * Why a JSON value is not the JSON form of a message; null when it is. Unknown members are allowed beside a known one.
 */
export function messageProblem(message: DescMessage, value: unknown): string | null {
  try {
    fromJson(message, value as JsonValue, { ignoreUnknownFields: true });
    return unknownMessageIn(message, value);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
