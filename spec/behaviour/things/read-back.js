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
    const parameter =
      options.parameter === undefined ? use.pathParameter(other) : use.parameter(options.parameter, other, ['path']);
    if (parameter === null) return null;
    const thing = pointerOf(segments(id).slice(0, -1));
    for (const name of members ?? []) if (use.at(`${thing}/${name}`) === null) return null;
    for (const list of lists ?? []) {
      const listing = use.other(list);
      if (listing === null) return null;
      if (listing.list === null) return use.report('not-a-list', { operation: list });
    }
    return {
      read: other.id,
      parameter: parameter.name,
      id,
      ...(members === undefined ? {} : { members }),
      ...(lists === undefined ? {} : { lists }),
    };
  },
  aspects(use, { read, id, lists }) {
    const thing = use.thing(pointerOf(segments(id).slice(0, -1)));
    const readable = {
      aspect: 'readable',
      text: `The ${thing} can be read by its ${lastName(id)} with ${read}, as it was answered.`,
    };
    return lists === undefined
      ? [readable]
      : [readable, { aspect: 'listed', text: `The ${thing} is then in the list of ${all(lists)}.` }];
  },
  tell: ({ read }) => read,
});

export const $decorators = { Behaviour: { readBack: decorator(readBack, ['read']) } };
