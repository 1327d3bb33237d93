/** Servers that name what is not there. */
import { nobodyLike } from '../../fault/alter.ts';
import type { At } from '../../fault/at.ts';
import { aspectOf, type FamilyFault } from '../family.ts';
import type { RefersTo } from './index.ts';

export function refersToFaults(declared: RefersTo, at: At): readonly FamilyFault[] {
  const { operation, at: pointer, list, read } = declared;
  const place = at(operation);
  const member = pointer.split('/').at(-1) ?? '';
  const nothing = { kills: aspectOf(declared), fault: place.value(pointer, nobodyLike) };
  if (!pointer.includes('*')) {
    return [{ ...nothing, id: `${operation}: the ${member} names nothing that ${list ?? read} knows` }];
  }
  const only = (isMeant: (index: number) => boolean) =>
    place.items.each((item, index) => (isMeant(index) ? { ...item, [member]: nobodyLike(item[member]) } : item));
  return [
    { ...nothing, id: `${operation}: every ${member} names nothing that ${list ?? read} knows` },
    ...(list === undefined
      ? []
      : [
          {
            id: `${operation}: the ${member} of the first item names nothing that ${list} knows`,
            kills: aspectOf(declared),
            fault: only((index) => index === 0),
          },
        ]),
  ];
}
