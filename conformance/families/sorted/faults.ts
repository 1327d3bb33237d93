/** Servers whose lists are out of order. */
import type { Asked, At } from '../../fault/at.ts';
import { pagedListOf } from '../../find/pages.ts';
import type { JsonObject } from '../../model/json.ts';
import { aspectOf, type FamilyFault } from '../family.ts';
import type { Sorted } from './index.ts';

export function sortedFaults(declared: Sorted, at: At): readonly FamilyFault[] {
  const { operation, member, direction, when } = declared;
  const aspect = aspectOf(declared);
  const list = pagedListOf(at.api, operation);
  const isMeant = ({ query }: Asked) => when === undefined || query.get(when.parameter) === when.value;
  const name = when === undefined ? operation : `${operation} with ${when.parameter}=${when.value}`;
  const reordered = (id: string, change: (items: readonly JsonObject[]) => readonly JsonObject[]): FamilyFault => ({
    id: `${name}: ${id}`,
    kills: aspect,
    fault: at(operation).items.all((items, asked) => (isMeant(asked) ? change(items) : items)),
  });
  return [
    ...(direction === 'either'
      ? []
      : [reordered(`the items run the other way by ${member}`, (items) => items.toReversed())]),
    reordered('the last two items that differ are exchanged', (items) => {
      const place = items.findLastIndex((item, index) => index > 0 && item[member] !== items[index - 1]?.[member]);
      const [before, item] = [items[place - 1], items[place]];
      return before === undefined || item === undefined ? items : items.with(place - 1, item).with(place, before);
    }),
    ...(list === null || list.by === null || list.limit === null
      ? []
      : [
          {
            id: `${name}: a page that is not the first shows what the first begins with`,
            kills: aspect,
            fault: () => {
              let begin: JsonObject | undefined;
              return at(operation).items.all((items, asked) => {
                if (!isMeant(asked)) return items;
                if (asked.query.has(list.cursor)) return begin === undefined ? items : [begin];
                [begin] = items;
                return items;
              })();
            },
          },
        ]),
    reordered('the first item stands last', ([first, ...rest]) => (first === undefined ? [] : [...rest, first])),
  ];
}
