/**
 * Ids that a request chooses in its body: a POST with the id of an item that the server has may replace that item, so
 * that an API that is known by its document alone gets ids that no item has.
 */

import type { SuiteContext } from '../core/context.ts';
import type { ApiModel, Operation } from '../model/document/api.ts';
import { type OpenApiDocument, resolved, type Schema } from '../model/document/document.ts';
import { collectionOf, isOfOne, isSamePath } from '../model/document/hierarchy.ts';
import { pathNames } from '../model/document/requests.ts';
import { isObject, type JsonObject, sameJson } from '../model/values/json.ts';
import { plain } from '../model/values/near.ts';
import { seededUuid } from '../model/values/uuid.ts';

/** The parameters by which paths name one of the items of an operation. */
function namesOf({ operations }: ApiModel, operation: Operation): readonly string[] {
  const path = collectionOf(operation.path);
  const below = operations.filter((one) => isOfOne(one.path) && isSamePath(collectionOf(one.path), path));
  return below.flatMap((one) => pathNames(one.path).slice(-1)).map(plain);
}

/** The member with the id of the item that a body makes, and the members that lead to it; null if there is none. */
function placeOf(api: ApiModel, operation: Operation): readonly string[] | null {
  if (operation.method === 'GET' || operation.method === 'DELETE' || operation.body === null) return null;
  const names = namesOf(api, operation);
  if (names.length === 0) return null;
  const within = (schema: Schema, path: readonly string[]): readonly string[] | null => {
    const { properties = {} } = resolved(api.document, schema);
    const members = Object.keys(properties);
    const own = members.find((name) => [...names, 'id', 'uuid'].includes(plain(name)));
    if (own !== undefined) return [...path, own];
    const [only, ...more] = members;
    return only === undefined || more.length > 0 || path.length > 0 ? null : within(properties[only] ?? {}, [only]);
  };
  return within(operation.body.schema, []);
}

/** Whether the body of an operation has the id of an item of its collection, or a list of such items. */
export function namesItem(api: ApiModel, operation: Operation): boolean {
  const { document } = api;
  const { body } = operation;
  if (body === null) return false;
  const { items } = resolved(document, body.schema);
  const isListed = isObject(items) && placeOf(api, { ...operation, body: { ...body, schema: items } }) !== null;
  return isListed || placeOf(api, operation) !== null;
}

/** What ids of ours depend on. */
type Run = Pick<SuiteContext, 'seed' | 'run'>;

/** Ids of ours are this large, and fit into 32 bits. */
const LEAST = 1_000_000_000;

/** The length of ids that are texts. */
const LENGTH = 20;

/** An id that no item has; undefined where the schema has none of ours. */
function idFor(document: OpenApiDocument, schema: Schema, suite: Run, names: readonly string[]): unknown {
  const { type, format, pattern, enum: known, maxLength = LENGTH, ...numbers } = resolved(document, schema);
  const { minimum = 0, maximum = 2 * LEAST } = numbers;
  const uuid = seededUuid(suite.seed, suite.run, 'id', ...names);
  if (format === 'uuid') return uuid;
  const isPlain = type === 'string' && [format, pattern, known].every((keyword) => keyword === undefined);
  if (isPlain && Number(maxLength) >= LENGTH) return uuid.replaceAll('-', '').slice(0, LENGTH);
  const fits = Number(minimum) <= LEAST && Number(maximum) >= 2 * LEAST;
  return type === 'integer' && fits ? LEAST + (Number.parseInt(uuid.slice(0, 8), 16) % LEAST) : undefined;
}

function replaced(body: JsonObject, [name = '', ...rest]: readonly string[], id: unknown): JsonObject {
  const inner = body[name];
  if (inner === undefined) return body;
  return { ...body, [name]: rest.length > 0 && isObject(inner) ? replaced(inner, rest, id) : id };
}

/** The ids that bodies were given, by API. */
const given = new WeakMap<ApiModel, Set<string>>();

/** Whether a body was given this id by {@link withOwnId}, so that no item had it before. */
export function isOwnId(api: ApiModel, id: string): boolean {
  return given.get(api)?.has(id) === true;
}

/**
 * The body with an id of ours in the place of the id that it has. @param names the purpose: the same names, for
 * operations of one path, give the same id
 */
export function withOwnId(
  suite: SuiteContext,
  operation: Operation,
  body: unknown,
  ...names: readonly string[]
): unknown {
  const { api } = suite;
  // The path of one item names it, and its body has no other id.
  const isChosen = suite.profile.isStrict === true && !isOfOne(operation.path);
  const place = isChosen ? placeOf(api, operation) : null;
  if (place === null || !isObject(body)) return body;
  const schema = place.reduce<Schema>(
    (one, name) => resolved(api.document, one).properties?.[name] ?? {},
    operation.body?.schema ?? {},
  );
  const id = idFor(api.document, schema, suite, [collectionOf(operation.path), ...names]);
  if (id === undefined) return body;
  given.set(api, (given.get(api) ?? new Set()).add(String(id)));
  return replaced(body, place, id);
}

/** The id that a body has for its item; undefined if it has none. */
function idIn(api: ApiModel, operation: Operation, body: unknown): unknown {
  const place = placeOf(api, operation);
  return place?.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), body);
}

/**
 * Whether a body has the same id as another one, or none that an item of the server may have: servers read `true` as 1,
 * and null as 0.
 */
export function keepsId(api: ApiModel, operation: Operation, body: unknown, base: unknown): boolean {
  const id = idIn(api, operation, body);
  const isWord = typeof id === 'string' && id.trim() !== '' && Number.isNaN(Number(id)) && suitsNone(id);
  return id === undefined || isWord || sameJson(id, idIn(api, operation, base));
}

/** Whether a text is none that people give to things, such as `***`. */
export function suitsNone(id: string): boolean {
  return !/[\p{L}\p{N}]/u.test(id);
}
