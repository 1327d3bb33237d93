/** Numbers that are named as the things of a list, at things that the items of that list name. */
import type { Candidate, Observed } from '../../core/family.ts';
import { plain } from '../../model/values/near.ts';
import { within } from '../../model/values/pointer.ts';
import { listsOf, meansOne, namesOf, scalarsOf, singular } from '../observed.ts';

export function countsCandidates({ api }: Observed): readonly Candidate[] {
  const lists = listsOf(api).filter(([{ path }]) => !path.includes('{'));
  return lists.flatMap(([operation, own]) => {
    const at = within(own.items, '*');
    const numbers = scalarsOf(api, operation, at, 0);
    return numbers.flatMap(({ name, at: place }) =>
      lists.flatMap(([other, counted]) => {
        const stem = plain(name).replace(/^(number|num|count)(of)?|(count|number|total)$/g, '');
        if (other.id === operation.id || !namesOf(other, counted).has(singular(stem))) return [];
        const by = scalarsOf(api, other, within(counted.items, '*'), 0).find((one) =>
          meansOne(one.name, namesOf(operation, own)),
        );
        if (by === undefined) return [];
        const id = own.key === 'id' ? {} : { id: own.key };
        return [{ operation: operation.id, members: { at: place, list: other.id, by: by.name, ...id } }];
      }),
    );
  });
}
