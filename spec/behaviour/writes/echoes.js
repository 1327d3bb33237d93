// @ts-check
// `echoes`: the answer carries what the request said.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';
import { lastName } from '../parts/types.js';

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
  aspects: (_, { members, trimmed }) =>
    Object.entries(members).map(([name, pointer]) => {
      const shown =
        lastName(pointer) === name
          ? `The ${name} of the answer is the one`
          : `The ${lastName(pointer)} of the answer is the ${name}`;
      return { aspect: name, text: `${shown} that was sent${trimmed ? ', white space at its ends apart' : ''}.` };
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
