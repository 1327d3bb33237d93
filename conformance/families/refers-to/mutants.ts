/** Servers that name missing items, or show other values of the items that they name. */

import { aspectOf } from '../../core/family.ts';
import type { Mutant } from '../../core/mutant.ts';
import type { At } from '../../core/place.ts';
import { payloadOf } from '../../model/document/lists.ts';
import { sharedKinds } from '../../model/document/members.ts';
import { within } from '../../model/values/pointer.ts';
import { altered, unknownIdLike } from '../../mutation/language/alter.ts';
import { editedAt } from '../../mutation/language/edit.ts';
import type { RefersTo } from './declared.ts';

export function refersToMutants(declared: RefersTo, at: At): readonly Mutant[] {
  const { operation, at: pointer, list, read } = declared;
  const place = at(operation);
  const [member, parent] = [pointer.split('/').at(-1) ?? '', pointer.slice(0, pointer.lastIndexOf('/'))];
  const many = pointer.includes('*');
  const mutation = (
    id: string,
    where: string,
    which: 'all' | 'first',
    change: (value: unknown) => unknown,
  ): Mutant => ({
    id: `${operation}: ${id}`,
    kills: aspectOf(declared),
    mutation: place.answer((json) => editedAt(json, where, which, change)),
  });
  const nothing = `names nothing that ${list ?? read} knows`;
  const embedded =
    read === undefined || member !== 'id'
      ? []
      : sharedKinds(at.api, { operation, at: parent }, { operation: read, at: payloadOf(at.api, read) }, 'id');
  return [
    mutation(`${many ? 'every' : 'the'} ${member} of ${parent} ${nothing}`, pointer, 'all', unknownIdLike),
    ...(many && list !== undefined
      ? [mutation(`the first ${member} ${nothing}`, pointer, 'first', unknownIdLike)]
      : []),
    ...embedded.map(({ name }) =>
      mutation(`the ${name} of ${parent} differs from the one in ${read}`, within(parent, name), 'all', altered),
    ),
  ];
}
