/** Servers with lists that are out of order. */

import { aspectOf } from '../../core/family.ts';
import { type Mutant, mutantsOf } from '../../core/mutant.ts';
import type { At } from '../../core/place.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { anew } from '../../mutation/language/at.ts';
import { isRequested, queryFor, type Sorted } from './declared.ts';

export function sortedMutants(declared: Sorted, at: At): readonly Mutant[] {
  const { operation, member, direction, when } = declared;
  const list = pagedListOf(at.api, operation);
  const query = new URLSearchParams(queryFor(when));
  const name = when === undefined ? operation : `${operation} with ${query}`;
  const place = at(operation).when(({ query }) => isRequested(declared, query));
  const startingAnew = (cursor: string) =>
    anew(() => {
      let begin: JsonObject | undefined;
      return place.items.all((items, { query }) => {
        if (query.has(cursor)) return begin === undefined ? items : [begin];
        [begin] = items;
        return items;
      });
    });
  const isPaged = list !== null && list.by !== null && list.limit !== null;
  return mutantsOf(`${name}: `, {
    [aspectOf(declared)]: {
      ...(direction !== 'either' && {
        [`the items run the other way by ${member}`]: place.items.all((items) => items.toReversed()),
      }),
      'the last two items that differ are exchanged': place.items.all((items) => {
        const place = items.findLastIndex((item, index) => index > 0 && item[member] !== items[index - 1]?.[member]);
        const [before, item] = [items[place - 1], items[place]];
        return before === undefined || item === undefined ? items : items.with(place - 1, item).with(place, before);
      }),
      ...(isPaged && { 'a page that is not the first shows what the first begins with': startingAnew(list.cursor) }),
      ...(when !== undefined && { 'an item is left out': place.items.all((items) => items.slice(0, -1)) }),
      'the first item is last': place.items.all(([first, ...rest]) => (first === undefined ? [] : [...rest, first])),
    },
  });
}
