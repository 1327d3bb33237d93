/** Finds parts of a document that the suite does not read: they are ignored, but reported. */
import type { ApiModel } from '../document/api.ts';
import type { OpenApiDocument } from '../document/document.ts';
import { isObject, type JsonObject } from './json.ts';
import { within } from './pointer.ts';

const one = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
/** Keywords with a schema as their value. */
export const schemaKeywords: readonly string[] = [...one, 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema'];
/** Keywords with a list of schemas as their value. */
export const schemaListKeywords: readonly string[] = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const byName = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** Keywords of JSON Schema 2020-12 and OpenAPI 3.1 that restrict a value, or describe it. */
export const known = new Set([
  ...schemaKeywords,
  ...schemaListKeywords,
  ...byName,
  '$ref',
  '$id',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  '$comment',
  '$schema',
  '$vocabulary',
  'type',
  'enum',
  'const',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxContains',
  'minContains',
  'maxProperties',
  'minProperties',
  'required',
  'dependentRequired',
  'format',
  'title',
  'description',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'examples',
  'example',
  'discriminator',
  'xml',
  'externalDocs',
  'contentEncoding',
  'contentMediaType',
  'nullable',
]);

/** A schema, with its pointer, and every schema in it. */
function* schemasIn(schema: unknown, pointer: string): Generator<readonly [pointer: string, schema: JsonObject]> {
  if (!isObject(schema)) return;
  yield [pointer, schema];
  for (const name of schemaKeywords) yield* schemasIn(schema[name], within(pointer, name));
  for (const name of [...schemaListKeywords, ...byName]) {
    const inner = schema[name];
    if (typeof inner !== 'object' || inner === null) continue;
    for (const [key, value] of Object.entries(inner)) yield* schemasIn(value, within(within(pointer, name), key));
  }
}

/** Every top-level schema of a document: of components, parameters, bodies and answers. */
function* rootsOf(node: unknown, pointer = ''): Generator<readonly [pointer: string, schema: unknown]> {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, inner] of Object.entries(node)) {
    if (name.startsWith('x-') || name === 'example' || name === 'examples') continue;
    const place = within(pointer, name);
    if (name === 'schema') yield [place, inner];
    else if (place === '/components/schemas' && isObject(inner)) {
      for (const [key, schema] of Object.entries(inner)) yield [within(place, key), schema];
    } else yield* rootsOf(inner, place);
  }
}

/** The schemas in a part of a document, each with its pointer. @param isSchema the part is a schema itself */
export function* schemasAt(part: unknown, pointer: string, isSchema: boolean) {
  for (const [at, schema] of isSchema ? [[pointer, part] as const] : rootsOf(part, pointer))
    yield* schemasIn(schema, at);
}

/** The schemas of a document, each with its pointer. */
export function* everySchema(document: OpenApiDocument): Generator<readonly [pointer: string, schema: JsonObject]> {
  for (const [pointer, schema] of rootsOf(document)) yield* schemasIn(schema, pointer);
}

/** One sentence for each ignored part. */
export function strangeIn({ document, operations }: ApiModel): readonly string[] {
  const keywords = new Map<string, string>();
  for (const [pointer, schema] of everySchema(document)) {
    for (const name of Object.keys(schema)) {
      if (!known.has(name) && !name.startsWith('x-') && !keywords.has(name)) keywords.set(name, pointer);
    }
  }
  return [
    ...[...keywords].map(
      ([name, pointer]) => `the keyword ${name} is not part of JSON Schema and is ignored (${pointer})`,
    ),
    ...operations.flatMap(({ id, otherBody }) =>
      otherBody === null ? [] : [`${id} takes ${otherBody}, which the suite cannot send: it is called without a body`],
    ),
  ];
}
