// @ts-check
// `counts`: a number in the answer is the number of items of a list.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';
import { holderOf, lastName } from '../parts/types.js';

export const counts = family({
  name: 'counts',
  members(use) {
    const { at, list: named, options } = use.args;
    const other = use.other(named);
    if (other === null || use.at(at) === null) return null;
    if (other.list === null) return use.report('not-a-list', { operation: other.id });
    if (options.by !== undefined && !use.member(other.list.types, options.by)) return null;
    const id = options.id === undefined ? {} : { id: options.id };
    return { at, list: other.id, ...(options.by === undefined ? {} : { by: options.by }), ...id };
  },
  aspects(use, { at, list, by }) {
    const noun = use.service.operations.get(list)?.list?.noun ?? 'items';
    const which = by === undefined ? `${noun}` : `${noun} whose ${by} names the ${use.thing(holderOf(at))}`;
    return [{ aspect: 'exact', text: `${lastName(at)} is the number of ${which}.` }];
  },
  tell: ({ at }) => at,
});

export const $decorators = { Behaviour: { counts: decorator(counts, ['at', 'list']) } };
