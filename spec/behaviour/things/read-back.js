// @ts-check
// `read-back`: what an operation makes can be read afterwards.

import { keyOf } from '../lists/list.js';
import { family } from '../parts/family.js';
import { all } from '../parts/nouns.js';
import { decorator } from '../parts/record.js';
import { lastName, pointerOf, segments } from '../parts/types.js';

export const readBack = family({
  name: 'read-back',
  members(use) {
    const { read, options } = use.args;
    const payload = use.payload();
    const { id = `${payload}/${keyOf(use.program, use.at(payload) ?? []) || 'id'}`, members, lists } = options;
    const other = use.other(read);
    if (other === null || use.at(id) === null) return null;
    if (!use.operation.writes) return use.contradiction(`${use.operation.id} makes what is read`, 'it only reads');
    // Where nothing reads one of them, the list does.
    const isListed = other.list !== null;
    const parameter = isListed
      ? undefined
      : options.parameter === undefined
        ? use.pathParameter(other)
        : use.parameter(options.parameter, other, ['path']);
    if (parameter === null) return null;
    if (isListed && options.parameter !== undefined)
      return use.contradiction(`${other.id} is a list`, `${options.parameter} is to take an id there`);
    const thing = pointerOf(segments(id).slice(0, -1));
    for (const name of members ?? []) if (use.at(`${thing}/${name}`) === null) return null;
    const every = isListed ? [other.id, ...(lists ?? [])] : lists;
    for (const list of lists ?? []) {
      const listing = use.other(list);
      if (listing === null) return null;
      if (listing.list === null) return use.report('not-a-list', { operation: list });
    }
    return {
      ...(parameter === undefined ? {} : { read: other.id, parameter: parameter.name }),
      id,
      ...(members === undefined ? {} : { members }),
      ...(every === undefined ? {} : { lists: every }),
    };
  },
  aspects(use, { read, id, lists }) {
    const thing = use.thing(pointerOf(segments(id).slice(0, -1)));
    const text = `The ${thing} can be read by its ${lastName(id)} with ${read}, as it was returned.`;
    const readable = read === undefined ? [] : [{ aspect: 'readable', text }];
    return lists === undefined
      ? readable
      : [...readable, { aspect: 'listed', text: `The ${thing} is then in the list of ${all(lists)}.` }];
  },
  tell: ({ read, lists }) => read ?? lists[0],
});

export const $decorators = { Behaviour: { readBack: decorator(readBack, ['read']) } };
