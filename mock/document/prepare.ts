/** Rewrites parts of a document that Prism does not support to equivalent ones, before Prism reads it. */
import { asText } from '@wallet-services/kit/json';
import { hasNoAlternatives } from './inheritance.ts';
import { dropBrokenKeywords } from './keywords.ts';
import { isPart, type Part, visitParts } from './structure.ts';
import { dropUnusable } from './unusable.ts';

/** A part of a document that cannot be used for validation, with its place. */
export type Note = string;

const JSON_SCHEMA_2020 = 'https://json-schema.org/draft/2020-12/schema';
const KNOWN_DIALECT = /^https?:\/\/json-schema\.org\/draft\//;

/** Those of OpenAPI are 2020-12 with keywords that restrict nothing. */
const OPENAPI_DIALECT = /^https:\/\/spec\.openapis\.org\/oas\/3\.\d\/dialect\//;

/**
 * Prepares a document, in place.
 *
 * @returns the parts that cannot be used for validation, such as an invalid regular expression in `pattern`
 */
export function prepare(document: Part): Note[] {
  const notes: Note[] = [];
  const isNew = /^3\.[1-9]/.test(asText(document['openapi']));
  const { jsonSchemaDialect: dialect } = document;
  if (isNew && !KNOWN_DIALECT.test(asText(dialect))) {
    if (dialect !== undefined && !OPENAPI_DIALECT.test(asText(dialect))) {
      notes.push(`jsonSchemaDialect is ${JSON.stringify(dialect)}: schemas are read as JSON Schema 2020-12`);
    }
    // OpenAPI 3.1, Schema Object: the default dialect is 2020-12, while Prism assumes draft-07.
    document['jsonSchemaDialect'] = JSON_SCHEMA_2020;
  }
  useAnchors(document, notes);
  visitParts(document, (part, kind, place) => {
    dropUnusable(part, kind, place, notes);
    if (kind === 'schema') {
      dropBroken(part, place, notes);
      if (isNew) keepSiblings(part);
      keepProto(part);
    } else if (kind === 'parameter' || kind === 'header') {
      takeSchemaOfContent(part);
      dropClampedMaximum(part);
      if (part['type'] === 'file') Object.assign(part, { type: 'string', format: 'binary' });
    } else if (kind === 'media') keepEncodings(part);
  });
  return notes;
}

/** Replaces references to anchors by pointers, because Prism only follows pointers. */
function useAnchors(document: Part, notes: Note[]): void {
  const places = new Map<string, string>();
  const references: { readonly schema: Part; readonly anchor: string; readonly place: string }[] = [];
  visitParts(document, (schema, kind, place) => {
    if (kind !== 'schema') return;
    const { $anchor, $ref } = schema;
    if (typeof $anchor === 'string') places.set($anchor, place);
    const [, anchor] = typeof $ref === 'string' ? (/^#([^/].*)$/s.exec($ref) ?? []) : [];
    if (anchor !== undefined) references.push({ schema, anchor, place });
  });
  for (const { schema, anchor, place } of references) {
    const target = places.get(anchor);
    if (target === undefined) {
      notes.push(`${place}/$ref leads to no $anchor: it is not checked`);
      delete schema['$ref'];
    } else schema['$ref'] = `#${encodeURI(target)}`;
  }
}

/** Removes and notes invalid keywords. */
function dropBroken(schema: Part, place: string, notes: Note[]): void {
  const report = (keyword: string, why: string): void => {
    notes.push(`${place}/${keyword} ${why}: it is not checked`);
  };
  if (hasNoAlternatives(schema)) {
    report('discriminator', 'leads to no schema, or to one in another file');
    delete schema['discriminator'];
  }
  dropBrokenKeywords(schema, report);
}

/** Siblings of a `$ref` that do not constrain values. */
const ANNOTATIONS = new Set([
  '$ref',
  'description',
  'title',
  'summary',
  'deprecated',
  'example',
  'examples',
  'default',
]);

/**
 * Siblings of a `$ref` apply as well (JSON Schema 2020-12); Prism's reader lets them replace the ones of its target.
 */
function keepSiblings(schema: Part): void {
  const { $ref, ...others } = schema;
  if (typeof $ref !== 'string' || Object.keys(others).every((name) => ANNOTATIONS.has(name))) return;
  if (others['readOnly'] === true || others['writeOnly'] === true) {
    const keywords = Object.keys(others).filter((name) => !ANNOTATIONS.has(name));
    if (keywords.every((name) => name === 'readOnly' || name === 'writeOnly')) return;
  }
  for (const name of Object.keys(others)) if (!ANNOTATIONS.has(name)) delete schema[name];
  delete schema['$ref'];
  const rest = Object.fromEntries(Object.entries(others).filter(([name]) => !ANNOTATIONS.has(name)));
  schema['allOf'] = [{ $ref }, rest];
}

/** Copies the schema of a parameter's or header's `content` to the place where Prism reads it. */
function takeSchemaOfContent(part: Part): void {
  const { content } = part;
  if (!isPart(content) || part['schema'] !== undefined) return;
  const [media] = Object.values(content);
  part['schema'] = isPart(media) && isPart(media['schema']) ? media['schema'] : {};
}

/**
 * Removes the maximum of a parameter with the extension `x-clamp`: a larger number is valid and counts as the maximum.
 */
function dropClampedMaximum(parameter: Part): void {
  const { schema } = parameter;
  if (parameter['x-clamp'] !== true || !isPart(schema)) return;
  const { maximum: _, ...others } = schema;
  parameter['schema'] = others;
}

/** Keeps the encodings of a form's members without a style, which Prism would drop. */
function keepEncodings({ encoding }: Part): void {
  if (!isPart(encoding)) return;
  for (const each of Object.values(encoding)) {
    if (isPart(each) && ENCODED.some((name) => each[name] !== undefined)) each['style'] ??= 'form';
  }
}

const ENCODED = ['contentType', 'explode', 'headers'];

/** Keeps a member named `__proto__`, which Ajv leaves out of `properties`. */
function keepProto(schema: Part): void {
  const { properties, patternProperties } = schema;
  if (!isPart(properties) || !Object.hasOwn(properties, PROTO)) return;
  const { [PROTO]: own, ...others } = properties;
  schema['properties'] = others;
  schema['patternProperties'] = { ...(isPart(patternProperties) ? patternProperties : {}), [`^${PROTO}$`]: own };
}

const PROTO = '__proto__';
