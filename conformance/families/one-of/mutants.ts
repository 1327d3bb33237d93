/** Servers that return another item than the one in the path, or other values than the list. */

import { each, type Mutant, mutantsOf } from '../../core/mutant.ts';
import type { At } from '../../core/place.ts';
import { resolved } from '../../model/document/document.ts';
import { listOf } from '../../model/document/lists.ts';
import { type Member, membersAt, sharedKinds } from '../../model/document/members.ts';
import { within } from '../../model/values/pointer.ts';
import { altered } from '../../mutation/language/alter.ts';
import {
  answersAnyway,
  answersCallersOtherwise,
  answersTheFirst,
  answersTheOneBefore,
} from '../../mutation/language/another.ts';
import { anew } from '../../mutation/language/at.ts';
import { isFixed } from '../differences.ts';
import type { OneOf } from './declared.ts';

export function oneOfMutants(declared: OneOf, at: At): readonly Mutant[] {
  const { operation, list, parameter, member = 'id', at: pointer } = declared;
  const [place, lists] = [at(operation), at(list)];
  const items = within(listOf(at.api, { id: list })?.items ?? '', '*');
  const shared = sharedKinds(at.api, { operation, at: pointer }, { operation: list, at: items }, member);
  const last = shared.at(-1);
  const fixed = shared.find(({ name }) => isFixed(name));
  const mayBeNull = ({ schema }: Member) => {
    const forms = resolved(at.api.document, schema).anyOf ?? [];
    return forms.some(({ type }) => type === 'null') && !forms.some(({ type }) => type === 'array');
  };
  const inList = membersAt(at.api, list, items).filter(mayBeNull);
  const open = membersAt(at.api, operation, pointer).find(
    (one) => mayBeNull(one) && inList.some(({ name }) => name === one.name),
  );
  const renewed = (name: string) =>
    anew(() => {
      let times = 0;
      return place.value(`${pointer}/${name}`, (value) => {
        times += 1;
        if (typeof value === 'number') return value + 1_000 * times;
        return name === 'created_at'
          ? new Date(Date.now() - times * 60_000).toISOString()
          : `${String(value)} ${times}`;
      });
    });
  return [
    ...mutantsOf(`${operation}: `, {
      named: {
        ...answersCallersOtherwise(place, at.api),
        'every id is answered with the one that was asked for first': answersTheFirst(place, parameter),
        'every id is answered with the one that was asked for before': answersTheOneBefore(place, parameter),
        'what is not there is answered with something that is': answersAnyway(place, parameter),
        [`the ${member} is that of another`]: place.value(`${pointer}/${member}`, altered),
      },
      listed: {
        ...each(shared, ({ name }) => [
          `the ${name} differs from the one in ${list}`,
          place.value(`${pointer}/${name}`, altered),
        ]),
        ...(open !== undefined && {
          [`there is a ${open.name} where ${list} has none`]: place.value(`${pointer}/${open.name}`, (value) =>
            value === null ? altered(value) : value,
          ),
        }),
        ...(fixed !== undefined && { [`the ${fixed.name} is a new one each time`]: renewed(fixed.name) }),
      },
    }),
    ...mutantsOf(`${list}: `, {
      listed: {
        ...(last !== undefined && {
          [`the ${last.name} of the last one differs from the one in ${operation}`]: lists.items.last((item) => ({
            ...item,
            [last.name]: altered(item[last.name]),
          })),
        }),
      },
    }),
  ];
}
