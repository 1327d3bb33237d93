/** Servers that show what belongs to another. */
import { nobodyLike } from '../../fault/alter.ts';
import { answersAnyway, answersTheFirst } from '../../fault/another.ts';
import type { Asked, At } from '../../fault/at.ts';
import type { FaultMaker } from '../../fault/fault.ts';
import type { JsonObject } from '../../model/json.ts';
import { itemsIn, listOf } from '../../model/lists.ts';
import { aspectOf, type FamilyFault } from '../family.ts';
import type { BelongsTo } from './index.ts';
import { waysToAsk } from './ways.ts';

export function belongsToFaults(declared: BelongsTo, at: At): readonly FamilyFault[] {
  const { operation, parameter, member, at: pointer } = declared;
  const place = at(operation);
  const wrong = (id: string, fault: FaultMaker): FamilyFault => ({
    id: `${operation} by ${parameter}: ${id}`,
    kills: aspectOf(declared),
    fault,
  });
  const stranger = (item: JsonObject) => ({ ...item, [member]: nobodyLike(item[member]) });
  const later = ({ query }: Asked) => query.size > 0;
  const list = listOf(at.api, place.operation);
  const isEmpty = (json: unknown) => pointer === undefined && list !== null && itemsIn(list, json)?.length === 0;
  const reads = place.operation.method === 'GET';
  return [
    ...(reads
      ? [
          wrong('always what was asked for first', answersTheFirst(place, parameter, isEmpty)),
          wrong('what has nothing is answered with what another has', answersAnyway(place, parameter, isEmpty)),
        ]
      : []),
    ...(pointer === undefined
      ? [
          wrong('the last item is of another', place.items.last(stranger)),
          wrong('the first item is of another', place.items.first(stranger)),
          wrong('each item is of another', place.items.each(stranger)),
        ]
      : [wrong(`the ${member} is that of another`, place.value(`${pointer}/${member}`, nobodyLike))]),
    ...(pointer === undefined && reads
      ? waysToAsk(at.api, place.operation, parameter).map(([name, word]) =>
          wrong(
            `with ${name} ${word} the first item is of another`,
            place.items.first((item, { query }) => (query.get(name) === word ? stranger(item) : item)),
          ),
        )
      : []),
    ...(pointer === undefined &&
    place.operation.parameters.some(({ in: where, required }) => where === 'query' && !required)
      ? [
          wrong(
            'with a limit or a cursor the last item is of another',
            place.items.last((item, asked) => (later(asked) ? stranger(item) : item)),
          ),
        ]
      : []),
  ];
}
