/**
 * The operations whose answers may have the values of a path parameter, where no list is directly above the path: a
 * search by POST, a list below the path or under the plural of its name, texts, and the thing that the parent reads.
 */

import { segmentsOf } from '@wallet-services/kit/pointer';
import type { ApiModel, Operation } from '../document/api.ts';
import { resolved, type Schema } from '../document/document.ts';
import { bare, isBelow, isOfOne, isSamePath } from '../document/hierarchy.ts';
import { answerSchema, IDENTIFYING, membersAt } from '../document/members.ts';
import { pathNames } from '../document/requests.ts';
import { plain } from '../values/near.ts';
import { within } from '../values/pointer.ts';
import { singularOf } from '../values/singular.ts';
import { listPointers, SEARCH } from './place.ts';

/** Whether an operation lists things that the body of its request selects. */
export function isSearch(api: ApiModel, { id, method, path }: Operation): boolean {
  return method === 'POST' && SEARCH.test(path.split('/').at(-1) ?? '') && listPointers(api, id).length === 1;
}

/** The words that a noun of a path may have in the plural: `/message/{id}` is one of `/messages`. */
function pluralsOf(path: string): readonly string[] {
  return isOfOne(path) ? [] : [`${path}s`, `${path}es`, path.replace(/y$/, 'ies')].filter((one) => one !== path);
}

/** Whether a path is another one with one more word. */
function isWordBelow(path: string, above: string): boolean {
  return isBelow(path, above) && /^[^/{]+$/.test(bare(path).slice(bare(above).length + 1));
}

/** The path and the member that a path like `/flows/name/{name}` or `/users/by-email/{email}` looks things up by. */
export function lookedUpBy(above: string): { readonly collection: string; readonly member: string } | null {
  const [, collection = '', member] = /^(.*[^}])\/(?:by-)?([^/{}]+)$/.exec(bare(above)) ?? [];
  return member === undefined || collection === '' ? null : { collection, member };
}

/** The operations that may list what a path names one of, the likeliest first: the list above it is the first. */
export function listersOf(api: ApiModel, above: string): readonly Operation[] {
  const gets = api.operations.filter(({ method }) => method === 'GET');
  const searches = api.operations.filter((one) => isSearch(api, one));
  return [above, ...pluralsOf(above)].flatMap((path) => [
    ...gets.filter((one) => isSamePath(one.path, path)),
    ...searches.filter((one) => isWordBelow(one.path, path)),
    ...gets.filter((one) => isWordBelow(one.path, path)),
  ]);
}

const readers = new WeakMap<ApiModel['operations'], ReadonlyMap<string, readonly Operation[]>>();

/** The reading operations, by the singular of the last part of their paths. */
function readersBySubject({ operations }: ApiModel): ReadonlyMap<string, readonly Operation[]> {
  const known = readers.get(operations);
  if (known !== undefined) return known;
  const reading = operations.filter(({ method }) => method === 'GET');
  const found = Map.groupBy(reading, ({ path }) => singularOf(plain(bare(path).split('/').at(-1) ?? '')));
  readers.set(operations, found);
  return found;
}

/**
 * The lists elsewhere of what a parameter names: `/stores` for `/settings/{store_id}`. Their own parameters are among
 * those of the path; the list that shares most of them is the first.
 */
export function listersElsewhere(api: ApiModel, above: string, parameter: string): readonly Operation[] {
  const own = plain(parameter);
  const ending = IDENTIFYING.find((name) => own.endsWith(name));
  const word = ending === undefined ? '' : own.slice(0, -ending.length);
  const known = pathNames(above);
  const fits = ({ path }: Operation) => pathNames(path).every((name) => known.includes(name));
  const count = ({ path }: Operation) => pathNames(path).length;
  const named = word === '' ? [] : (readersBySubject(api).get(word) ?? []);
  return named.filter(fits).toSorted((left, right) => count(right) - count(left));
}

/** Whether all values of a schema are texts or whole numbers. */
function isScalar({ document }: ApiModel, schema: Schema): boolean {
  const { type } = resolved(document, schema);
  return type === 'string' || type === 'integer';
}

/** The depth to which lists are searched for. */
const DEEPEST = 2;

/** The pointers of the lists of texts or numbers in the answers of an operation. */
function scalarLists(api: ApiModel, operation: string): readonly string[] {
  const below = (schema: Schema, pointer: string, depth: number): readonly string[] => {
    const { type, items } = resolved(api.document, schema);
    if (type === 'array') return items !== undefined && isScalar(api, items) ? [pointer] : [];
    if (depth === DEEPEST) return [];
    return membersAt(api, operation, pointer).flatMap((one) => below(one.schema, within(pointer, one.name), depth + 1));
  };
  const answer = answerSchema(api, operation);
  return answer === undefined ? [] : below(answer, '', 0);
}

/** Whether a name means several of what another word means one of. */
function meansSome(name: string, word: string): boolean {
  const [all, one] = [plain(name), plain(word)];
  return one !== '' && (all === one || pluralsOf(one).includes(all) || pluralsOf(all).includes(one));
}

/** Names of what an answer holds, whatever it is of. */
const GENERAL = /^(data|items|results?|values?|list|names|ids|keys)$/i;

/** Pointers to the texts or numbers in a list of an operation that may be the values of a parameter. */
export function textsIn(api: ApiModel, { id, path }: Operation, parameter: string): readonly string[] {
  const word = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
  const isMeant = (pointer: string) => {
    const name = segmentsOf(pointer).at(-1) ?? '';
    return pointer === '' || GENERAL.test(name) || meansSome(name, word) || meansSome(name, parameter);
  };
  return scalarLists(api, id)
    .filter(isMeant)
    .map((list) => within(list, '*'));
}

/**
 * Pointers to values of a parameter in what the path above its list reads: `/parts/0/part_id` in the answer of
 * `/messages/{id}`, for `/messages/{id}/parts/{part_id}`.
 */
export function inParent(api: ApiModel, reader: Operation, word: string, parameter: string): readonly string[] {
  const isMeant = (pointer: string) => {
    const name = segmentsOf(pointer).at(-1) ?? '';
    return meansSome(name, word) || meansSome(name, parameter);
  };
  const objects = listPointers(api, reader.id).flatMap((list) =>
    membersAt(api, reader.id, within(list, '*')).flatMap(({ name }) => {
      const isSame = plain(name) === plain(parameter);
      const isUsual = isMeant(list) && /^(id|uuid|key|slug|name|code)$/.test(plain(name));
      return isSame || isUsual ? [{ pointer: within(within(list, '*'), name), isSame }] : [];
    }),
  );
  const likely = objects.toSorted((left, right) => Number(right.isSame) - Number(left.isSame));
  const texts = scalarLists(api, reader.id).filter(isMeant);
  return [...likely.map(({ pointer }) => pointer), ...texts.map((list) => within(list, '*'))];
}
