/**
 * Finds the parts of a document that cannot be judged. They are left out, and every operation with such a part stays
 * undecided.
 */
import { asText } from '@wallet-services/kit/json';
import { isObject, type JsonObject, objectsOf } from '../values/json.ts';
import { isJson } from '../values/media.ts';
import { valueAt, within } from '../values/pointer.ts';
import { schemaKeywords, schemaListKeywords } from '../values/strange.ts';
import { expressionOf } from './expressions.ts';
import { wrongKeywordsOf } from './keywords.ts';
import { follow } from './normalised.ts';
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

/** Members that name a schema: within one resource, or `$id` within the document. */
const NAMES = ['$id', '$anchor', '$dynamicAnchor'] as const;

/** Removes the names that several schemas have, in place: what refers to them is ambiguous. */
function withoutSameNames(document: JsonObject): readonly Oddity[] {
  const named = [];
  for (const { pointer, node, isSchema, isNamed } of partsOf(document)) {
    if (!isSchema || isNamed) continue;
    const members = NAMES.filter((member) => typeof node[member] === 'string');
    named.push(...members.map((member) => ({ pointer, node, member })));
  }
  const resources = new Set(named.filter(({ member }) => member === '$id').map(({ pointer }) => pointer));
  const resourceOf = (pointer: string): string => {
    let end = pointer;
    while (end !== '' && !resources.has(end)) end = end.slice(0, end.lastIndexOf('/'));
    return end;
  };
  const same = Map.groupBy(named, ({ pointer, node, member }) => {
    if (member === '$id') return `id ${node[member]}`;
    return `${resourceOf(pointer)} ${node[member]}`;
  });
  return [...same.values()]
    .filter((own) => new Set(own.map(({ pointer }) => pointer)).size > 1)
    .flat()
    .map(({ pointer, node, member }): Oddity => {
      const reason = `other schemas have the ${member} ${JSON.stringify(node[member])} too`;
      Reflect.deleteProperty(node, member);
      return { pointer, reason };
    });
}

function* wrongPatterns(document: JsonObject): Generator<Oddity> {
  for (const { pointer, node, isSchema } of partsOf(document)) {
    const { pattern, patternProperties } = node;
    const names = isObject(patternProperties) ? Object.keys(patternProperties) : [];
    for (const one of isSchema ? [pattern, ...names] : []) {
      if (typeof one !== 'string' || expressionOf(one) !== null) continue;
      yield { pointer, reason: `the pattern ${JSON.stringify(one)} is no regular expression of JavaScript` };
    }
  }
}

function isSchemaValue(value: unknown): boolean {
  return isObject(value) || typeof value === 'boolean';
}

/** Values in the place of a schema that are not schemas: a list has no keywords, so every value would match it. */
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

/** Removes keywords with values that mean nothing, in place. */
function withoutWrongKeywords(document: JsonObject): readonly Oddity[] {
  const odd: Oddity[] = [];
  for (const { pointer, node, isSchema, isNamed } of partsOf(document)) {
    for (const [keyword, expected] of isSchema && !isNamed ? wrongKeywordsOf(node) : []) {
      Reflect.deleteProperty(node, keyword);
      odd.push({ pointer: within(pointer, keyword), reason: `${keyword} is not ${expected}` });
    }
  }
  return odd;
}

/** Whether a schema requires a member with an empty name, which Ajv passes over. */
function needsNameless({ required, dependentRequired }: JsonObject): boolean {
  const lists = [required, ...(isObject(dependentRequired) ? Object.values(dependentRequired) : [])];
  return lists.some((names) => Array.isArray(names) && names.includes(''));
}

/** Schemas that accept nothing, or what the suite does not judge. */
function* unjudgedSchemas(document: JsonObject): Generator<Oddity> {
  for (const { pointer, node, isSchema, isNamed } of partsOf(document)) {
    const { type, itemSchema } = node;
    if (isSchema && !isNamed && Array.isArray(type) && type.length === 0) {
      yield { pointer, reason: 'the list of types is empty' };
    }
    const { properties, required } = node;
    const names = [
      ...(isObject(properties) ? Object.keys(properties) : []),
      ...(Array.isArray(required) ? required : []),
    ];
    if (isSchema && !isNamed && needsNameless(node)) {
      yield { pointer, reason: 'the suite does not judge whether a member with an empty name is there' };
    }
    if (isSchema && !isNamed && names.includes('__proto__')) {
      yield { pointer, reason: 'the suite does not judge a member named __proto__' };
    }
    if (!isSchema && !isNamed && itemSchema !== undefined) {
      yield { pointer: within(pointer, 'itemSchema'), reason: 'the suite does not judge the items of a sequence' };
    }
  }
}

/** Schemas of the items that `contains` does not find, in a document that has it: Ajv takes all items as found. */
function* unjudgedItems(document: JsonObject): Generator<Oddity> {
  const schemas = [...partsOf(document)].filter(({ isSchema, isNamed }) => isSchema && !isNamed);
  if (!schemas.some(({ node }) => node['contains'] !== undefined)) return;
  for (const { pointer, node } of schemas) {
    const { unevaluatedItems = true } = node;
    if (unevaluatedItems === true) continue;
    yield { pointer, reason: 'the suite does not judge unevaluatedItems in a document with contains' };
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

/** Members of an encoding that the suite does not write forms by. */
const ENCODED = ['style', 'explode', 'headers'];

/** Whether a schema is of lists whose items are lists or objects, for which no style of parameters has a form. */
function isOfLists(document: JsonObject, schema: unknown): boolean {
  const { type, properties, items } = follow(document, follow(document, schema)['items']);
  return properties !== undefined || items !== undefined || ['object', 'array'].includes(asText(type));
}

/** The parameters of a document, with the places that they are sent in. */
function* parametersOf(document: JsonObject): Generator<{ pointer: string; node: JsonObject; place: string }> {
  for (const { pointer, node, isSchema, isNamed } of partsOf(document)) {
    const { in: place } = node;
    if (typeof place === 'string' && !isSchema && !isNamed) yield { pointer, node, place };
  }
}

/** Parameters with content other than JSON, and of values that no style has a form for. */
function* unwrittenParameters(document: JsonObject): Generator<Oddity> {
  for (const { pointer, node } of parametersOf(document)) {
    const { content, schema } = node;
    const forms = isObject(content) ? Object.keys(content) : [];
    if (forms.length > 0 && !forms.some(isJson)) {
      yield { pointer, reason: `the suite does not write ${forms.join(' or ')} in a parameter` };
    }
    if (isOfLists(document, schema)) {
      yield { pointer, reason: 'the suite does not write lists of lists or objects in a parameter' };
    }
  }
}

/** Parts of forms that are written in an unusual way. */
function* unwrittenParts(document: JsonObject): Generator<Oddity> {
  for (const { pointer, node, isSchema, isNamed } of partsOf(document)) {
    const { encoding } = node;
    for (const [member, one] of Object.entries(isObject(encoding) && !isSchema && !isNamed ? encoding : {})) {
      const odd = ENCODED.filter((part) => isObject(one) && one[part] !== undefined);
      if (odd.length === 0) continue;
      const reason = `the suite writes no ${odd.join(' or ')} of a part`;
      yield { pointer: within(`${pointer}/encoding`, member), reason };
    }
  }
}

/** Keywords by which a text can be wrong. */
const LIMITS = ['enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'allOf', 'not', 'if'];

/** Whether a schema, or an alternative in it, allows any text: no value in a request can be wrong. */
function takesAnyText(document: JsonObject, given: unknown, isInner = false): boolean {
  const schema = follow(document, given);
  const forms = ['anyOf', 'oneOf'].flatMap((name) => objectsOf(Array.isArray(schema[name]) ? schema[name] : []));
  if (LIMITS.some((name) => schema[name] !== undefined)) return false;
  if (forms.length > 0) return !isInner && forms.some((one) => takesAnyText(document, one, true));
  return schema['type'] === undefined || [schema['type']].flat().includes('string');
}

/** Cookies that a server may demand, or may refuse a value of, and that are no credentials; and the query as a whole. */
function* unsentParameters(document: JsonObject): Generator<Oddity> {
  const { securitySchemes } = isObject(document['components']) ? document['components'] : {};
  const schemes = objectsOf(isObject(securitySchemes) ? Object.values(securitySchemes) : []);
  for (const { pointer, node, place } of parametersOf(document)) {
    const { name, required, schema, content } = node;
    const isCredential = schemes.some((one) => one['in'] === 'cookie' && one['name'] === name);
    // Nothing is left unchecked of an optional cookie without wrong values.
    const isFree = required !== true && content === undefined && takesAnyText(document, schema);
    if (place === 'cookie' && !isCredential && !isFree) {
      yield { pointer, reason: `the suite does not send the cookie ${JSON.stringify(name)}` };
    }
    if (place === 'querystring') yield { pointer, reason: 'the suite does not send the query as a whole' };
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
const MOST_REPORTED = 5;

/**
 * Returns a function that finds the parts of an operation that cannot be judged. The document is cut where it is too
 * deep.
 */
export function oddities(document: JsonObject): (path: string, method: string) => readonly string[] {
  const odd = [
    cut,
    cutLong,
    withoutSameNames,
    wrongPatterns,
    wrongSchemas,
    withoutWrongKeywords,
    unjudgedSchemas,
    unjudgedItems,
    wrongHeaders,
    unwrittenParameters,
    unwrittenParts,
    unsentParameters,
    lostMappings,
  ].flatMap((find) => [...find(document)]);
  if (odd.length === 0) return () => [];
  return (path, method) => {
    const reach = reachOf(document, path, method);
    const own = odd.filter((one) => contains(reach, one)).slice(0, MOST_REPORTED);
    return own.map(({ pointer, reason }) => `${reason} (${shortened(pointer)})`);
  };
}

/** The length of a pointer that is shown. */
const SHOWN = 200;

function shortened(pointer: string): string {
  return pointer.length <= SHOWN ? pointer : `${pointer.slice(0, SHOWN)}...`;
}
