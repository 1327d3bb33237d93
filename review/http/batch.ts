/**
 * Puts many documents into one and takes the differences apart again, so that one run of Redocly compares them all: it
 * takes longer to start than to compare.
 *
 * Document 3's `/orders` becomes `/3/orders`, its component `request.Order` becomes `3.request.Order`, and what it says
 * of itself (title, servers) stands on the path `/3`.
 */
import { arrayOf, isObject, type JsonObject, objectOf, pointerOf, segmentsOf } from '../json.ts';
import { METHODS } from './canonical/document.ts';
import type { Difference, Side } from './difference.ts';

const OWN = 'x-own-';

/** Puts canonical documents into one. */
export function together(documents: readonly JsonObject[]): JsonObject {
  const paths: Record<string, unknown> = {};
  const schemas: Record<string, unknown> = {};
  const securitySchemes: Record<string, unknown> = {};
  for (const [index, document] of documents.entries()) {
    const { paths: items, components } = numbered(document, index);
    paths[`/${index}`] = own(document);
    for (const [path, item] of Object.entries(objectOf(items))) paths[`/${index}${path}`] = secured(item, index);
    const parts = objectOf(components);
    for (const [name, schema] of Object.entries(objectOf(parts['schemas']))) schemas[`${index}.${name}`] = schema;
    for (const [name, scheme] of Object.entries(objectOf(parts['securitySchemes']))) {
      securitySchemes[`${index}.${name}`] = scheme;
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'all', version: '1.0.0' },
    paths,
    components: { schemas, securitySchemes },
  };
}

/** The document with its references numbered. */
function numbered(document: JsonObject, index: number): JsonObject {
  const text = JSON.stringify(document);
  // A quotation mark inside of a text has a backslash before it, so that this meets references only.
  return objectOf(JSON.parse(text.replaceAll('"$ref":"#/components/schemas/', `$&${index}.`)));
}

/** What a document says of itself. */
function own(document: JsonObject): JsonObject {
  const said: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(document)) if (typeof value === 'string') said[OWN + name] = value;
  for (const [name, value] of Object.entries(objectOf(document['info']))) said[`${OWN}info-${name}`] = value;
  return { ...said, ...(document['servers'] === undefined ? {} : { servers: document['servers'] }) };
}

function secured(item: unknown, index: number): JsonObject {
  const entries = Object.entries(objectOf(item)).map(([name, operation]) => {
    if (!METHODS.some((method) => method === name) || !isObject(operation)) return [name, operation];
    if (operation['security'] === undefined) return [name, operation];
    const security = arrayOf(operation['security']).map((alternative) =>
      Object.fromEntries(
        Object.entries(objectOf(alternative)).map(([scheme, scopes]) => [`${index}.${scheme}`, scopes]),
      ),
    );
    return [name, { ...operation, security }];
  });
  return Object.fromEntries(entries);
}

/** Sorts the differences by document, each as if its document had been compared alone. */
export function apart(differences: readonly Difference[], count: number): readonly (readonly Difference[])[] {
  const sorted: Difference[][] = Array.from({ length: count }, () => []);
  for (const difference of differences) {
    const index = indexOf(segmentsOf(difference.path));
    if (index !== undefined) sorted[index]?.push(alone(difference));
  }
  return sorted;
}

function indexOf(segments: readonly string[]): number | undefined {
  const [top, second = '', third = ''] = segments;
  const match = top === 'paths' ? /^\/(\d+)/.exec(second) : /^(\d+)\./.exec(third);
  return match === null ? undefined : Number(match[1]);
}

function alone(difference: Difference): Difference {
  const { path, property, typeName, base, revision } = difference;
  const shared = { ...difference, path: pointerAlone(path), base: sideAlone(base), revision: sideAlone(revision) };
  if (property?.startsWith(OWN) !== true) return shared;
  const name = property.slice(OWN.length);
  const info = name.startsWith('info-');
  return { ...shared, typeName: info ? 'Info' : typeName, property: info ? name.slice('info-'.length) : name };
}

function sideAlone(side: Side | undefined): Side | undefined {
  return side === undefined ? undefined : { ...side, pointer: pointerAlone(side.pointer) };
}

function pointerAlone(pointer: string): string {
  const [top = '', second = '', third = '', ...rest] = segmentsOf(pointer);
  if (top === 'components') return pointerOf([top, second, third.replace(/^\d+\./, ''), ...rest]);
  const path = second.replace(/^\/\d+/, '');
  if (path !== '') return pointerOf([top, path, ...(third === '' ? [] : [third]), ...rest]);
  if (!third.startsWith(OWN)) return pointerOf([third, ...rest].filter((segment) => segment !== ''));
  const name = third.slice(OWN.length);
  return pointerOf(name.startsWith('info-') ? ['info', name.slice('info-'.length)] : [name]);
}
