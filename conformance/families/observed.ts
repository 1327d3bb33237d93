/** What the candidates of families look at: lists with their items, members with their values, names that belong together. */

import { isAnswerOf } from '../core/answers.ts';
import type { Observed } from '../core/family.ts';
import { SEARCH } from '../model/declared/place.ts';
import type { ApiModel, Operation, Parameter } from '../model/document/api.ts';
import { resolved } from '../model/document/document.ts';
import { itemsIn, type List, listOf, payloadOf } from '../model/document/lists.ts';
import { type Member, membersAt } from '../model/document/members.ts';
import { successJson } from '../model/exchange.ts';
import type { JsonObject } from '../model/values/json.ts';
import { plain } from '../model/values/near.ts';
import { everyAt, within } from '../model/values/pointer.ts';
import { singularOf } from '../model/values/singular.ts';

/** The lists of an API, each with its operation. */
export function listsOf(api: ApiModel): readonly (readonly [Operation, List])[] {
  return api.operations.flatMap((operation) => {
    const list = listOf(api, operation);
    return list === null ? [] : [[operation, list] as const];
  });
}

/** Pointer of the things that an operation answers with: the items of its list, or the one thing. */
export function thingsAt(api: ApiModel, operation: Operation): string {
  const list = listOf(api, operation);
  return list === null ? payloadOf(api, operation.id) : within(list.items, '*');
}

/** The items of each answer that a list gave. */
export function pagesSeen({ exchanges }: Observed, list: List): readonly (readonly JsonObject[])[] {
  return exchanges.flatMap((exchange) => {
    const items = isAnswerOf(exchange, list.operation) ? itemsIn(list, successJson(exchange)) : null;
    return items === null ? [] : [items];
  });
}

/** The values at a pointer in the answers of an operation, each once; null and empty texts are left out. */
export function valuesSeen({ exchanges }: Observed, operation: string, pointer: string): readonly unknown[] {
  const answers = exchanges.filter((exchange) => isAnswerOf(exchange, operation));
  const values = answers.flatMap((exchange) => everyAt(successJson(exchange), pointer).map(({ value }) => value));
  return [...new Set(values)].filter((value) => value !== null && value !== undefined && value !== '');
}

/** The singular of a noun, in small letters. */
export const singular = (noun: string) => singularOf(plain(noun));

/** What a list is of: its noun, and the last word of its path, in the singular. */
export function namesOf({ path }: Operation, { noun }: List): ReadonlySet<string> {
  const words = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  // A search is of the things that the word before it names: `/flows/filter`.
  const last = words.findLast((word, place) => place === 0 || !SEARCH.test(word)) ?? noun;
  return new Set([singular(noun), singular(last)]);
}

/** The words of a name: `base_asset_id`, `baseAssetId`. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** Whether a longer name says what a shorter one does: `base_asset_id` for `base_id`. */
export function isLongerForm(longer: string, shorter: string): boolean {
  const [all, some] = [wordsOf(longer), wordsOf(shorter)];
  return some.length > 1 && all.length > some.length && some.every((word) => all.includes(word)) && all[0] === some[0];
}

/** Whether a name means one of the things of a list: `film`, `film_id`, `filmCode` for films. */
export function meansOne(name: string, names: ReadonlySet<string>): boolean {
  const short = plain(name);
  return [...names].some(
    (one) => one.length > 1 && ['', 'id', 'uuid', 'key', 'code', 'name'].some((end) => short === one + end),
  );
}

/** The scalar members of what an operation answers with, and those of the objects in it, with their pointers. */
export function scalarsOf(
  api: ApiModel,
  operation: Operation,
  at: string,
  depth = 1,
): readonly (Member & { readonly at: string })[] {
  return membersAt(api, operation.id, at).flatMap((member) => {
    const place = within(at, member.name);
    const { type, anyOf = [], properties } = resolved(api.document, member.schema);
    const types = [type, ...anyOf.map((one) => resolved(api.document, one).type)].flat();
    if (types.includes('array')) return [];
    if (properties !== undefined || types.includes('object'))
      return depth === 0 ? [] : scalarsOf(api, operation, place, depth - 1);
    return [{ ...member, at: place }];
  });
}

/** The parameters of an operation at a place, by name. */
export function namedParameter({ parameters }: Operation, place: Parameter['in'], name: RegExp): Parameter | undefined {
  return parameters.find((one) => one.in === place && name.test(plain(one.name)));
}

/** Names of parameters that limit how many items are returned, in plain letters. */
export const LIMIT = /^(limit|perpage|pagesize|size|take|count|maxresults|top|n)$/;
