/** Servers that cannot count. */

import { type Mutant, mutantsOf } from '../../core/mutant.ts';
import type { At } from '../../core/place.ts';
import { renumbered } from '../../mutation/language/alter.ts';
import { edited } from '../../mutation/language/edit.ts';
import type { Counts } from './declared.ts';

export function countsMutants({ operation, at: pointer }: Counts, at: At): readonly Mutant[] {
  const number = pointer.split('/').at(-1);
  const counting = (change: (number: number, isFirst: boolean) => number) =>
    at(operation).answer((json) => {
      let isFirst = true;
      return edited(json, pointer, (value) => {
        const reported = renumbered(value, (one) => change(one, isFirst));
        isFirst = false;
        return reported;
      });
    });
  return mutantsOf(`${operation}: `, {
    exact: {
      [`${number} is one more than there are`]: counting((one) => one + 1),
      [`${number} counts none`]: counting(() => 0),
      [`the first ${number} is one more than there are`]: counting((one, isFirst) => (isFirst ? one + 1 : one)),
    },
  });
}
