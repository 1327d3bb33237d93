/** Servers that cannot count. */
import type { At } from '../../fault/at.ts';
import { edited } from '../../fault/edit.ts';
import type { FamilyFault } from '../family.ts';
import type { Counts } from './index.ts';

/** The number in the form that it has. */
function changed(value: unknown, change: (number: number) => number): unknown {
  if (typeof value === 'number') return change(value);
  return typeof value === 'string' && /^\d+$/.test(value) ? String(change(Number(value))) : value;
}

export function countsFaults({ operation, at: pointer }: Counts, at: At): readonly FamilyFault[] {
  const number = pointer.split('/').at(-1);
  const fault = (id: string, change: (number: number, isFirst: boolean) => number): FamilyFault => ({
    id: `${operation}: ${id}`,
    kills: 'exact',
    fault: at(operation).answer((json) => {
      let isFirst = true;
      return edited(json, pointer, (value) => {
        const told = changed(value, (one) => change(one, isFirst));
        isFirst = false;
        return told;
      });
    }),
  });
  return [
    fault(`${number} is one more than there are`, (one) => one + 1),
    fault(`${number} counts none`, () => 0),
    fault(`the first ${number} is one more than there are`, (one, isFirst) => (isFirst ? one + 1 : one)),
  ];
}
