/** What generators of client libraries read about paged lists, each in its own extension. */
import type { Declaration, OpenApiDocument } from './document.ts';
import { operationsOf } from './document.ts';

interface Paged {
  /** JSON pointer of the list. */
  readonly items: string;
  readonly limit?: string;
  /** The parameter that says where a page begins. */
  readonly start: string;
  /** JSON pointer of the next cursor; none where rows are counted. */
  readonly next?: string;
  /** JSON pointer that says whether there is a next page. */
  readonly more?: string;
}

/**
 * By operation: the extensions of Speakeasy, Fern and the `x-ms-` family. `x-ms-pageable` is for lists by cursor alone,
 * and `x-ms-list` names the parts for generators that page from TypeSpec's `@list`.
 */
export function pagingExtensions(document: OpenApiDocument): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  return new Map(
    operationsOf(document).flatMap(({ operation }) => {
      const paged = pagedOf(operation['x-behaviour'] ?? []);
      return paged === null ? [] : [[operation.operationId, extensionsOf(paged)] as const];
    }),
  );
}

function pagedOf(declarations: readonly Declaration[]): Paged | null {
  const list = declarations.find(({ family }) => family === 'list');
  const paged = declarations.find(({ family }) => family === 'paged');
  if (list === undefined || paged === undefined) return null;
  const text = (name: string) => (typeof paged[name] === 'string' ? String(paged[name]) : undefined);
  const start = text(paged['by'] === 'cursor' ? 'cursor' : 'offset');
  if (start === undefined || typeof list['items'] !== 'string') return null;
  const [limit, next, more] = [text('limit'), text('next'), text('more')];
  return {
    ...{ items: list['items'], start },
    ...(limit === undefined ? {} : { limit }),
    ...(next === undefined ? {} : { next }),
    ...(more === undefined ? {} : { more }),
  };
}

function extensionsOf({ items, start, limit, next, more }: Paged): Readonly<Record<string, unknown>> {
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
    'x-ms-list': {
      items: results,
      ...(byCursor ? { continuationToken: { in: start, out: dotted(next) } } : { offset: start }),
      ...(limit === undefined ? {} : { pageSize: limit }),
      ...(more === undefined ? {} : { more: dotted(more) }),
    },
    ...(byCursor ? { 'x-ms-pageable': { itemName: results, nextLinkName: null } } : {}),
  };
}

/** `/data/pagination/next_cursor` as `data.pagination.next_cursor`. */
function dotted(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}
