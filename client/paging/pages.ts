/** What all kinds of paging share. */
import type { Answer, CallArguments, Data, OperationAt, ServiceClient } from '../http/index.ts';
import { unwrap } from '../http/index.ts';

/** A list cannot be read to its end: the service breaks its own paging. */
export class PagingError extends Error {
  override readonly name = 'PagingError';
}

/** Reads a page: what the query adds to that of the call says which. */
export type ReadPage = (query: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** How the pages of each path are read, by path. */
export type PageReaders<Paths> = {
  readonly [Path in keyof Paths]?: (data: Data<OperationAt<Paths, Path, 'GET'>>) => {
    readonly items: readonly unknown[] | null;
  };
};

/** What a path lists. */
export type ItemOf<Readers, Path extends keyof Readers> = Readers[Path] extends (data: never) => { items: infer Items }
  ? NonNullable<Items> extends readonly (infer Item)[]
    ? Item
    : never
  : never;

/** What a paged call is given: what the call of one page is given. The place in it is where the first page begins. */
export type PagedArguments<Paths, Path extends keyof Paths> = CallArguments<OperationAt<Paths, Path, 'GET'>>;

interface AnyInit {
  readonly params?: { readonly query?: object } | undefined;
}

/** A reader of the pages of a call. Throws `ServiceError` when a page is refused. */
export function pagesOf<Paths>(client: ServiceClient<Paths>, path: string, init: object = {}): ReadPage {
  // Which path this is, and that it may be read with GET, the types of `paginate` have made sure of.
  const { GET } = client as unknown as { GET: (path: string, init: object) => Promise<Answer<unknown, unknown>> };
  const { params }: AnyInit = init;
  const own = queryOf(init);
  return (query) => unwrap(GET(path, { ...init, params: { ...params, query: { ...own, ...query } } }));
}

/** The query of a call: of the first page. */
export function queryOf(init: object = {}): Readonly<Record<string, unknown>> {
  const { params }: AnyInit = init;
  return { ...params?.query };
}
