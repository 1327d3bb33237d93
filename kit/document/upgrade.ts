/** Turns Swagger 2.0 and OpenAPI 3.0 documents into OpenAPI 3.1. */
import { messageOf, shown, UsageError } from '../errors.ts';
import { arrayOf, isObject, type JsonObject, objectOf } from '../json.ts';
import { segmentsOf, valueAt } from '../pointer.ts';
import { DATA, NAMED } from './files.ts';

/** The media types of an operation's responses that have no schema: OpenAPI 3.1 has no place for them. */
export interface Bare {
  readonly path: string;
  readonly method: string;
  readonly mediaTypes: readonly string[];
  /** How many responses have no schema. */
  readonly responses: number;
}

/** An upgraded document, and the parts that it lost. */
export interface Upgraded {
  readonly document: JsonObject;
  /** `Swagger 2.0` */
  readonly from: string;
  readonly lost: readonly Bare[];
  /** How many references have keywords beside them, which these versions ignore. */
  readonly ignored: number;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/**
 * Upgrades a Swagger 2.0 or OpenAPI 3.0 document.
 * @param name the name that errors give it
 * @throws UsageError when it is neither, or cannot be upgraded
 */
export async function upgraded(name: string, given: JsonObject): Promise<Upgraded> {
  const { swagger, openapi } = given;
  if (swagger !== undefined && !/^2(\.0)?$/.test(shown(swagger))) {
    throw new UsageError(`${name} is a Swagger ${shown(swagger)} document; only 2.0 is read.`);
  }
  const from = swagger === undefined ? `OpenAPI ${shown(openapi)}` : 'Swagger 2.0';
  const { upgrade } = await import('@scalar/openapi-upgrader');
  // Without quotes, YAML reads the version as a number.
  const own = {
    ...structuredClone(given),
    ...(swagger === undefined ? { openapi: shown(openapi) } : { swagger: '2.0' }),
  };
  let document: unknown;
  try {
    document = upgrade(swagger === undefined ? own : withOwnResponses(own), '3.1');
  } catch (error) {
    throw new UsageError(`${name} cannot be upgraded from ${from}: ${messageOf(error)}.`);
  }
  if (!isObject(document)) throw new UsageError(`${name} cannot be upgraded from ${from}.`);
  let ignored = 0;
  const whole = adapted(document, () => {
    ignored += 1;
  });
  return { document: objectOf(whole), from, lost: bareIn(given), ignored };
}

/**
 * The operations of a Swagger 2.0 document with the responses that they refer to: each sends one as its own media
 * types, and the upgrade would give a shared one those of the whole document.
 */
function withOwnResponses(swagger: JsonObject): JsonObject {
  const owned = (response: unknown): unknown => {
    const { $ref } = objectOf(response);
    const segments = typeof $ref === 'string' && $ref.startsWith('#/responses/') ? segmentsOf($ref) : [];
    const found = segments.length === 0 ? undefined : valueAt(swagger, segments);
    return found === undefined ? response : structuredClone(found);
  };
  const each = (node: unknown, change: (name: string, inner: unknown) => unknown): unknown =>
    isObject(node)
      ? Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, change(name, inner)]))
      : node;
  const inOperation = (name: string, inner: unknown) =>
    name === 'responses' ? each(inner, (_, response) => owned(response)) : inner;
  const inPath = (method: string, operation: unknown) =>
    METHODS.includes(method) && isObject(operation) && operation['produces'] !== undefined
      ? each(operation, inOperation)
      : operation;
  return { ...swagger, paths: each(swagger['paths'], (_, item) => each(item, inPath)) };
}

/** Keywords that demand something of a value. */
const DEMANDS: ReadonlySet<string> = new Set(
  [
    'type format enum const not allOf anyOf oneOf items properties additionalProperties required',
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern',
    'minItems maxItems uniqueItems minProperties maxProperties',
  ].flatMap((names) => names.split(' ')),
);

/**
 * Schemas in the meaning of their version: a reference demands what it refers to and nothing beside it, and `nullable`
 * may stand without a type, where the upgrade leaves it and a validator cannot read it.
 */
function adapted(node: unknown, onIgnored: () => void, isNamed = false): unknown {
  if (Array.isArray(node)) return node.map((one) => adapted(one, onIgnored));
  if (!isObject(node)) return node;
  const members = Object.entries(node);
  const isReference = !isNamed && typeof node['$ref'] === 'string';
  const kept = isReference ? members.filter(([name]) => !DEMANDS.has(name)) : members;
  if (kept.length < members.length) onIgnored();
  const inner = kept.map(([name, value]): readonly [string, unknown] =>
    !isNamed && DATA.has(name) ? [name, value] : [name, adapted(value, onIgnored, NAMED.has(name) && !isNamed)],
  );
  const whole = Object.fromEntries(inner);
  if (isNamed || node['nullable'] !== true || node['type'] !== undefined) return whole;
  const { nullable: _, ...schema } = whole;
  const several = ['oneOf', 'anyOf'].find((name) => Array.isArray(schema[name]));
  if (several !== undefined) return { ...schema, [several]: [...arrayOf(schema[several]), { type: 'null' }] };
  const { allOf, $ref, enum: values, ...rest } = schema;
  if (allOf !== undefined || $ref !== undefined) {
    const own = { ...(allOf === undefined ? {} : { allOf }), ...($ref === undefined ? {} : { $ref }) };
    return { ...rest, anyOf: [own, { type: 'null' }] };
  }
  return Array.isArray(values) && !values.includes(null) ? { ...schema, enum: [...values, null] } : schema;
}

function bareIn(swagger: JsonObject): readonly Bare[] {
  return Object.entries(objectOf(swagger['paths'])).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = objectOf(objectOf(item)[method]);
      const produces = arrayOf(operation['produces'] ?? swagger['produces']);
      const mediaTypes = produces.filter((type) => typeof type === 'string');
      const responses = Object.values(objectOf(operation['responses'])).filter(
        (response) => isObject(response) && response['schema'] === undefined && response['$ref'] === undefined,
      ).length;
      return mediaTypes.length === 0 || responses === 0 ? [] : [{ path, method, mediaTypes, responses }];
    }),
  );
}
