// @ts-check
// `conditional`: requests that depend on an entity tag.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';

export const conditional = family({
  name: 'conditional',
  members(use) {
    const { read, required } = use.args['options'];
    const { id, writes } = use.operation;
    if (!writes && (read !== undefined || required !== undefined))
      return use.contradiction(`${id} depends on a tag of ${read ?? 'another operation'}`, 'it only reads');
    if (!writes) return {};
    if (read === undefined) return use.contradiction(`${id} depends on a tag`, '`read` names no operation that has it');
    const other = use.other(read);
    if (other === null) return null;
    if (other.writes) return use.contradiction(`${other.id} reads what ${id} writes`, 'it writes');
    return { read: other.id, ...(required === true ? { required } : {}) };
  },
  aspects(use, { read, required }) {
    const { id } = use.operation;
    if (read === undefined)
      return [
        {
          aspect: 'unchanged',
          text: `With its ETag in If-None-Match, ${id} is answered with 304 as long as nothing changed.`,
        },
        { aspect: 'changed', text: `With any other tag in If-None-Match, ${id} is answered as without one.` },
      ];
    const stale = `With a tag in If-Match that ${read} does not return, the answer is 412, and nothing changes.`;
    const current = `With the ETag that ${read} returned last in If-Match, it is accepted; the next ETag is another one.`;
    return [
      { aspect: 'stale', text: stale },
      { aspect: 'current', text: current },
      ...(required === true ? [{ aspect: 'required', text: 'A request without If-Match is refused.' }] : []),
    ];
  },
});

export const $decorators = { Behaviour: { conditional: decorator(conditional) } };
