// @ts-check
// `echoes`: the answer repeats values of the request.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';
import { segments } from '../parts/types.js';

export const echoes = family({
  name: 'echoes',
  members(use) {
    const { members: said, options } = use.args;
    const payload = use.payload();
    /** @type {Record<string, string>} */
    const members = Array.isArray(said) ? Object.fromEntries(said.map((name) => [name, `${payload}/${name}`])) : said;
    for (const [name, pointer] of Object.entries(members)) {
      if (use.bodyMember(name) === null || use.at(pointer) === null) return null;
    }
    return { members, ...(options.trimmed ? { trimmed: true } : {}) };
  },
  aspects: (use, { members, trimmed }) =>
    Object.entries(members).map(([name, pointer]) => {
      const place = segments(pointer.slice(use.payload().length)).join('.');
      const same = place === name ? 'the one' : `the ${name}`;
      const apart = trimmed ? ', except for white space at its ends' : '';
      return { aspect: name, text: `The ${place} of the response is ${same} that was sent${apart}.` };
    }),
  against(use, { members }, others) {
    for (const other of others) {
      for (const name of Object.keys(members)) {
        if (name in other.members)
          use.contradiction(`${name} stands at ${members[name]}`, `also at ${other.members[name]}`);
      }
    }
  },
});

export const $decorators = { Behaviour: { echoes: decorator(echoes, ['members']) } };
