/** The parts that all kinds of paging share. */
import type { Answer, CallArguments, Data, OperationAt, ServiceClient } from '../http/index.ts';
import { CallError, InputError, unwrap } from '../http/index.ts';
import { MOST_PAGES, MOST_WITHOUT_NEW } from '../values/limits.ts';

/** A list cannot be read to its end: the service breaks its own paging, or there are more pages than the caller allows. */
export class PagingError extends Error {
  override readonly name = 'PagingError';
}

/** Reads a page: the given query is added to that of the call. */
export type ReadPage = (query: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** The place of a member in a response: names, from the outermost to the innermost. */
export type Place = readonly string[];

/** The places of the items in the pages of each path. */
export type PagePlaces<Paths> = { readonly [Path in keyof Paths]?: { readonly items: Place } };

type At<Value, Names> = Names extends readonly [infer Name, ...infer Rest]
  ? At<NonNullable<Value>[Name & keyof NonNullable<Value>], Rest>
  : Value;

/** The item type of a path's list. */
export type ItemOf<Paths, Places extends PagePlaces<Paths>, Path extends keyof Paths & keyof Places> =
  NonNullable<
    At<Data<OperationAt<Paths, Path, 'GET'>>, NonNullable<Places[Path]>['items']>
  > extends readonly (infer Item)[]
    ? Item
    : never;

/** A limit for lists that may be endless. */
export interface PagesOptions {
  /** Largest number of pages; a longer list is a `PagingError`. Default: 10,000. */
  readonly maxPages?: number | undefined;
}

/** The arguments of a paged call: those of a single page. Its position is the start of the first page. */
export type PagedArguments<Paths, Path extends keyof Paths> =
  CallArguments<OperationAt<Paths, Path, 'GET'>> extends [init?: infer Init]
    ? CallArguments<OperationAt<Paths, Path, 'GET'>> extends [unknown]
      ? [init: Init & PagesOptions]
      : [init?: Init & PagesOptions]
    : never;

interface AnyInit extends PagesOptions {
  readonly params?: { readonly query?: object } | undefined;
}

/** A list that is being read: its pages and their limits. */
export interface Reading {
  /** The call, as messages name it. */
  readonly path: string;
  /** Reads the next page. Throws `ServiceError` when it is rejected, `PagingError` when there are too many. */
  readonly read: ReadPage;
  /** The query of the call. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Records whether a page contained something new. Throws `PagingError` when too many in a row did not. */
  progress(isNew: boolean): void;
}

/** Starts to read a list. */
export function readingOf<Paths>(client: ServiceClient<Paths>, path: string, init: AnyInit = {}): Reading {
  // The types of `paginate` guarantee the path, and that it may be read with GET.
  const { GET } = client as unknown as { GET: (path: string, init: object) => Promise<Answer<unknown, unknown>> };
  const { params, maxPages = MOST_PAGES, ...rest } = init;
  if (!(maxPages >= 1)) throw new InputError('maxPages is a number of pages from 1 on');
  const query = { ...params?.query };
  let [count, idle] = [0, 0];
  const endless = (why: string) => new PagingError(`cannot read the complete list of ${path}: ${why}`);
  return {
    path,
    query,
    async read(added) {
      count += 1;
      if (count > maxPages) throw endless(`it has more than ${maxPages} pages (maxPages)`);
      return unwrap(GET(path, { ...rest, params: { ...params, query: { ...query, ...added } } }));
    },
    progress(isNew) {
      idle = isNew ? 0 : idle + 1;
      if (idle >= MOST_WITHOUT_NEW) throw endless(`${idle} pages in a row bring nothing new`);
    },
  };
}

/** The error for a page without a member that paging requires, or with a wrong type of it. */
export function malformed({ path }: Reading, name: string, what: string): CallError {
  return new CallError('malformed', `the response to GET ${path}: ${name} is not ${what}`);
}

/** The value at a place; undefined when there is none. */
function valueAt(page: unknown, place: Place): unknown {
  return place.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    page,
  );
}

/**
 * A member of a page.
 *
 * @throws CallError that names it
 */
export function memberAt<Value>(
  reading: Reading,
  page: unknown,
  place: Place,
  [what, is]: readonly [what: string, is: (value: unknown) => value is Value],
): Value {
  const value = valueAt(page, place);
  if (is(value)) return value;
  // The outermost missing member: the others are missing because of it.
  const depth = place.findIndex((_, index) => valueAt(page, place.slice(0, index + 1)) == null);
  throw malformed(reading, place.slice(0, depth < 0 ? undefined : depth + 1).join('.'), what);
}

export const text = ['a text', (value: unknown): value is string => typeof value === 'string'] as const;
export const flag = ['true or false', (value: unknown): value is boolean => typeof value === 'boolean'] as const;
export const count = [
  'a number from 0 on',
  (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
] as const;

const rows = [
  'a list',
  (value: unknown): value is readonly unknown[] | null => value === null || Array.isArray(value),
] as const;

/** The parts of an item that paging reads. */
export interface Row {
  readonly id: number | string;
}

function isRow(value: unknown): value is Row {
  if (typeof value !== 'object' || value === null || !('id' in value)) return false;
  return Number.isSafeInteger(value.id) || typeof value.id === 'string';
}

/**
 * The items of a page; null is an empty list.
 * @throws CallError when one is not an object with an id
 */
export function itemsAt<Item extends Row>(reading: Reading, page: unknown, place: Place): readonly Item[] {
  const items = memberAt(reading, page, place, rows) ?? [];
  const wrong = items.findIndex((item) => !isRow(item));
  if (wrong >= 0) throw malformed(reading, `${[...place, wrong].join('.')}`, 'an object with an id');
  // The types of `paginate` determine their type.
  return items as readonly Item[];
}
