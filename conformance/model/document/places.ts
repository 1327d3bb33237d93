/**
 * Finds the places of something in the answers of a document: a component, such as every DecimalString, or a member
 * with a given name.
 */
import { componentFinder, type Finder, memberFinder, type Placed, schemaFinder } from '@wallet-services/expressions';
import { type ApiModel, type Operation, responseFor } from './api.ts';
import { type OpenApiDocument, resolved, type Schema } from './document.ts';
import { answerSchema } from './members.ts';

/** Whether a schema accepts only lists. */
function isList(document: OpenApiDocument, schema: Schema): boolean {
  return resolved(document, schema).type === 'array';
}

const makers = {
  component: componentFinder,
  member: memberFinder,
  list: (document: OpenApiDocument) => schemaFinder(document, (schema) => isList(document, schema)),
  writeOnly: (document: OpenApiDocument) => schemaFinder(document, (schema) => schema['writeOnly'] === true),
};

const finders = new WeakMap<OpenApiDocument, Map<string, Finder>>();

/** Returns the finder for something in the answers of a document; its possible places are computed once. */
export function finderFor(document: OpenApiDocument, what: keyof typeof makers, name = ''): Finder {
  const known = finders.get(document) ?? new Map<string, Finder>();
  const finder = known.get(`${what} ${name}`) ?? makers[what](document, name);
  finders.set(document, known.set(`${what} ${name}`, finder));
  return finder;
}

/** The operations with answers that may contain it. */
export function operationsWith(api: ApiModel, { leads }: Finder): readonly Operation[] {
  return api.operations.filter(({ id }) => {
    const schema = answerSchema(api, id);
    return schema !== undefined && leads(schema);
  });
}

/** Its places in the JSON that an operation answers with a status. */
export function foundIn({ find }: Finder, operation: Operation, status: number, json: unknown): readonly Placed[] {
  const schema = responseFor(operation, status)?.schema;
  return schema ? find(schema, json) : [];
}

/** The places with null instead of a list where the schema accepts only lists. */
export function nullLists(document: OpenApiDocument, schema: Schema, value: unknown): readonly string[] {
  const places = finderFor(document, 'list').find(schema, value);
  return places.flatMap(({ pointer, value: found }) => (found === null ? [pointer] : []));
}

/** The places of what only requests should have, such as a password. */
export function writeOnlyIn(document: OpenApiDocument, schema: Schema, value: unknown): readonly string[] {
  return finderFor(document, 'writeOnly')
    .find(schema, value)
    .map(({ pointer }) => pointer);
}
