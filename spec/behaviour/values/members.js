// @ts-check
// `members`: members that are present or absent under a condition that a schema cannot express.

import { family } from '../parts/family.js';
import { all } from '../parts/nouns.js';
import { decorator } from '../parts/record.js';
import { lastName } from '../parts/types.js';
import { expression, oneLine } from './expression.js';

export const members = family({
  name: 'members',
  members(use) {
    const { at, options } = use.args;
    const { present = [], absent = [] } = options;
    const when = options.when === undefined ? undefined : oneLine(options.when);
    const types = use.at(at);
    if (types === null) return null;
    // An absent member need not be in the schema.
    for (const name of present) if (!use.member(types, name)) return null;
    const both = present.find((/** @type {string} */ name) => absent.includes(name));
    if (both !== undefined) return use.contradiction(`${both} is present`, 'also absent');
    if (when !== undefined && !expression(use, when, use.operation.answers)) return null;
    return {
      at,
      ...(present.length === 0 ? {} : { present }),
      ...(absent.length === 0 ? {} : { absent }),
      ...(when === undefined ? {} : { when }),
    };
  },
  aspects(use, { at, present, absent, when }) {
    const many = /\*/.test(at);
    const thing = `${many ? 'Every' : 'The'} ${use.thing(at)}`;
    const condition = when === undefined ? '' : `, when ${when}`;
    const aspects = [];
    if (present !== undefined) aspects.push({ aspect: 'present', text: `${thing} has ${all(present)}${condition}.` });
    if (absent !== undefined)
      aspects.push({
        aspect: 'absent',
        text: `${many ? `No ${use.thing(at)} has` : `${thing} does not have`} ${all(absent, 'or')}${condition}.`,
      });
    return aspects;
  },
  tell: ({ at }) => lastName(at) || 'body',
});

export const $decorators = { Behaviour: { members: decorator(members, ['at']) } };
