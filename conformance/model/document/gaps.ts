/**
 * Finds the parts of a document that cannot be judged. They are left out, and every operation with such a part stays
 * undecided.
 */
import { isObject, type JsonObject } from '../values/json.ts';
import { valueAt, within } from '../values/pointer.ts';
import { schemaKeywords, schemaListKeywords } from '../values/strange.ts';
import { partsOf, pointerOf } from './references.ts';

/** The part of an operation that cannot be judged. */
export interface Gap {
  /** The operationId; null if it is unknown. */
  readonly operation: string | null;
  /** A sentence with the place in the document. */
  readonly reason: string;
}

/** A part of a document that cannot be judged. */
interface Oddity {
  readonly pointer: string;
  readonly reason: string;
}

/** The depth to which objects and lists may be nested. */
const MOST_LEVELS = 300;

interface Level {
  readonly node: object;
  readonly pointer: string;
  readonly level: number;
}

/** Cuts off parts that are too deep to be traversed, in place. */
function cut(document: JsonObject): readonly Oddity[] {
  const odd: Oddity[] = [];
  const left: Level[] = [{ node: document, pointer: '', level: 1 }];
  for (let step = left.pop(); step !== undefined; step = left.pop()) {
    const { node, pointer, level } = step;
    for (const [name, inner] of Object.entries(node)) {
      if (typeof inner !== 'object' || inner === null) continue;
      const place = within(pointer, name);
      if (level < MOST_LEVELS) {
        left.push({ node: inner, pointer: place, level: level + 1 });
      } else {
        // An index serves as a name in a list.
        Reflect.set(node, name, Array.isArray(inner) ? [] : {});
        odd.push({ pointer: place, reason: `the document has more than ${MOST_LEVELS} levels there` });
      }
    }
  }
  return odd;
}

/** Whether JavaScript can read a regular expression, with or without the `u` flag. */
function isExpression(pattern: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      return new RegExp(pattern, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}

/** The largest number of values and of alternatives: with more, judging one response takes seconds. */
const MOST_LISTED: Readonly<Record<string, number>> = { enum: 20_000, anyOf: 1_000, oneOf: 1_000, allOf: 1_000 };

/** Cuts off lists that are too long to be judged by, in place. */
function cutLong(document: JsonObject): readonly Oddity[] {
  const odd: Oddity[] = [];
  for (const { pointer, node, isSchema } of partsOf(document)) {
    for (const [name, most] of isSchema ? Object.entries(MOST_LISTED) : []) {
      const list = node[name];
      if (!Array.isArray(list) || list.length <= most) continue;
      Reflect.deleteProperty(node, name);
      odd.push({ pointer, reason: `${name} has more than ${most} entries there` });
    }
  }
  return odd;
}

function* wrongPatterns(document: JsonObject): Generator<Oddity> {
  for (const { pointer, node, isSchema } of partsOf(document)) {
    const { pattern, patternProperties } = node;
    const names = isObject(patternProperties) ? Object.keys(patternProperties) : [];
    for (const one of isSchema ? [pattern, ...names] : []) {
      if (typeof one !== 'string' || isExpression(one)) continue;
      yield { pointer, reason: `the pattern ${JSON.stringify(one)} is no regular expression of JavaScript` };
    }
  }
}

function isSchemaValue(value: unknown): boolean {
  return isObject(value) || typeof value === 'boolean';
}

/** Values in the place of a schema that are none: a list has no keywords, so that everything would match it. */
function* wrongSchemas(document: JsonObject): Generator<Oddity> {
  for (const { pointer, node, isSchema, isNamed } of partsOf(document)) {
    const isOfSchemas = isNamed && (isSchema || pointer === '/components/schemas');
    const own = isOfSchemas ? Object.keys(node) : isNamed ? [] : isSchema ? schemaKeywords : ['schema'];
    const wrong = own.filter((name) => node[name] !== undefined && !isSchemaValue(node[name]));
    const lists = isSchema && !isNamed ? schemaListKeywords.filter((name) => node[name] !== undefined) : [];
    const isList = (value: unknown) => Array.isArray(value) && value.every(isSchemaValue);
    for (const name of [...wrong, ...lists.filter((one) => !isList(node[one]))]) {
      yield { pointer: within(pointer, name), reason: 'there is something else in the place of a schema' };
    }
  }
}

/** The characters of the name of a header (RFC 9110, 5.6.2). */
export const HEADER: RegExp = /^[!#$%&'*+.^`|~\w-]+$/;

/** Headers that no client can send. */
function* wrongHeaders(document: JsonObject): Generator<Oddity> {
  for (const { pointer, node, isSchema } of partsOf(document)) {
    const { in: place, name } = node;
    if (isSchema || place !== 'header' || typeof name !== 'string' || HEADER.test(name)) continue;
    yield { pointer, reason: `${JSON.stringify(name)} is not the name of a header` };
  }
}

/** The pointer that the mapping of a discriminator names: a reference, or the name of a schema. */
function mapped(to: string): string | null {
  return /^[\w.-]+$/.test(to) ? `/components/schemas/${to}` : pointerOf(to);
}

/** Mappings of discriminators to schemas that are not there. */
function* lostMappings(document: JsonObject): Generator<Oddity> {
  for (const { pointer, node, isSchema, isNamed } of partsOf(document)) {
    const { discriminator } = node;
    if (!isSchema || isNamed || !isObject(discriminator) || !isObject(discriminator['mapping'])) continue;
    for (const to of Object.values(discriminator['mapping'])) {
      const target = typeof to === 'string' ? mapped(to) : null;
      if (target !== null && valueAt(document, target) !== undefined) continue;
      yield { pointer, reason: `the discriminator maps to ${JSON.stringify(to)}, which is not in the document` };
    }
  }
}

/** All parts of an operation, as pointers. */
function reachOf(document: JsonObject, path: string, method: string): ReadonlySet<string> {
  const item = within('/paths', path);
  const paths = document['paths'];
  const entry = isObject(paths) ? paths[path] : undefined;
  const begin =
    isObject(entry) && typeof entry['$ref'] === 'string' ? [item] : [within(item, method), `${item}/parameters`];
  const reach = new Set<string>();
  for (let next = begin; next.length > 0; ) {
    for (const pointer of next) reach.add(pointer);
    const found = [...partsOf(document, next)].flatMap(({ node: { $ref } }) =>
      typeof $ref === 'string' ? (pointerOf($ref) ?? []) : [],
    );
    next = [...new Set(found)].filter((pointer) => !reach.has(pointer));
  }
  return reach;
}

function contains(reach: ReadonlySet<string>, { pointer }: Oddity): boolean {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    if (reach.has(pointer.slice(0, end))) return true;
  }
  return false;
}

/** The number of parts that are reported for one operation: correcting them shows the rest. */
const MOST_TOLD = 5;

/**
 * Returns a function that finds the parts of an operation that cannot be judged. The document is cut where it is too
 * deep.
 */
export function oddities(document: JsonObject): (path: string, method: string) => readonly string[] {
  const odd = [cut, cutLong, wrongPatterns, wrongSchemas, wrongHeaders, lostMappings].flatMap((find) => [
    ...find(document),
  ]);
  if (odd.length === 0) return () => [];
  return (path, method) => {
    const reach = reachOf(document, path, method);
    const own = odd.filter((one) => contains(reach, one)).slice(0, MOST_TOLD);
    return own.map(({ pointer, reason }) => `${reason} (${shortened(pointer)})`);
  };
}

/** The length of a pointer that is shown. */
const SHOWN = 200;

function shortened(pointer: string): string {
  return pointer.length <= SHOWN ? pointer : `${pointer.slice(0, SHOWN)}...`;
}
