/** The extensions that generators of client libraries read for paged lists, one per generator. */
import type { OpenApiDocument, OperationObject, Schema } from './document.ts';
import { operationsOf, resolved } from './document.ts';

interface Paged {
  /** JSON pointer of the list. */
  readonly items: string;
  readonly limit?: string;
  /** The parameter for the beginning of a page. */
  readonly start: string;
  /** JSON pointer of the next cursor; none when rows are counted. */
  readonly next?: string;
}

/**
 * Writes the extensions of Speakeasy, of Fern and of the `x-ms-list` family into a document.
 * @param declared the exact document, which declares the lists
 */
export function addPaging(document: OpenApiDocument, declared: OpenApiDocument): void {
  const lists = new Map(operationsOf(declared).map(({ operation }) => [operation.operationId, pagedOf(operation)]));
  for (const { operation } of operationsOf(document)) {
    const paged = lists.get(operation.operationId);
    if (paged === undefined || paged === null) continue;
    Object.assign(operation, extensionsOf(paged));
    mark(document, operation, paged);
  }
}

/** The members of the `x-ms-list` family, at the parameters and at the members of the answer. */
function mark(document: OpenApiDocument, operation: OperationObject, { items, limit, start, next }: Paged): void {
  for (const parameter of operation.parameters ?? []) {
    if (parameter.name === limit) parameter['x-ms-list-page-size'] = true;
    if (parameter.name !== start) continue;
    parameter[next === undefined ? 'x-ms-list-offset' : 'x-ms-list-continuation-token'] = true;
  }
  const answer = operation.responses['200']?.content?.['application/json']?.schema;
  if (answer === undefined) return;
  const list = memberAt(document, answer, items);
  if (list !== undefined) list['x-ms-list-page-items'] = true;
  const token = next === undefined ? undefined : memberAt(document, answer, next);
  if (token !== undefined) token['x-ms-list-continuation-token'] = true;
}

function memberAt(document: OpenApiDocument, schema: Schema, pointer: string): Schema | undefined {
  let place: Schema | undefined = schema;
  for (const name of pointer.slice(1).split('/')) {
    // In OpenAPI 3.0 a reference with siblings is written in `allOf`.
    const part: Schema = place.allOf?.[0] ?? place;
    place = resolved(document, part).properties?.[name];
    if (place === undefined) return undefined;
  }
  return place;
}

function pagedOf({ 'x-behaviour': declarations = [] }: OperationObject): Paged | null {
  const list = declarations.find(({ family }) => family === 'list');
  const paged = declarations.find(({ family }) => family === 'paged');
  if (list === undefined || paged === undefined) return null;
  const text = (name: string) => (typeof paged[name] === 'string' ? String(paged[name]) : undefined);
  const start = text(paged['by'] === 'cursor' ? 'cursor' : 'offset');
  if (start === undefined || typeof list['items'] !== 'string') return null;
  const [limit, next] = [text('limit'), text('next')];
  // Generators of clients read a cursor from a member, and none from an address.
  if (paged['by'] === 'cursor' && next === undefined) return null;
  return {
    items: list['items'],
    start,
    ...(limit === undefined ? {} : { limit }),
    ...(next === undefined ? {} : { next }),
  };
}

function extensionsOf({ items, start, limit, next }: Paged): Readonly<Record<string, unknown>> {
  const parameter = (name: string, type: string) => ({ name, in: 'parameters', type });
  const results = dotted(items);
  const byCursor = next !== undefined;
  return {
    'x-speakeasy-pagination': {
      type: byCursor ? 'cursor' : 'offsetLimit',
      inputs: [
        parameter(start, byCursor ? 'cursor' : 'offset'),
        ...(limit === undefined ? [] : [parameter(limit, 'limit')]),
      ],
      outputs: { results: `$.${results}`, ...(byCursor ? { nextCursor: `$.${dotted(next)}` } : {}) },
    },
    'x-fern-pagination': byCursor
      ? { cursor: `$request.${start}`, next_cursor: `$response.${dotted(next)}`, results: `$response.${results}` }
      : { offset: `$request.${start}`, results: `$response.${results}` },
    'x-ms-list': true,
  };
}

/** `/data/pagination/next_cursor` as `data.pagination.next_cursor`. */
function dotted(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}
