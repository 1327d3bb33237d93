// @ts-check
// `sorted`: the order of a list.

import { family } from '../parts/family.js';
import { sentence, singular } from '../parts/nouns.js';
import { decorator } from '../parts/record.js';
import { valuesOf } from '../parts/types.js';

/** @type {Record<string, (member: string, item: string) => string>} */
const ways = {
  ascending: (member, item) => `no ${item} has a smaller or earlier ${member} than the one before it`,
  descending: (member, item) => `no ${item} has a greater or later ${member} than the one before it`,
  either: (member) => `they run by ${member}, upwards or downwards throughout`,
};

export const sorted = family({
  name: 'sorted',
  members(use) {
    const list = use.list();
    if (list === null) return null;
    const { member, direction, options } = use.args;
    if (!use.member(list.types, member)) return null;
    if (options.when === undefined) return { member, direction };
    const { parameter, value } = options.when;
    const found = use.parameter(parameter);
    if (found === null) return null;
    const values = valuesOf([found.property.type]);
    if (values.length > 0 && !values.includes(value)) return use.report('unknown-value', { value, name: parameter });
    return { member, direction, when: { parameter, value } };
  },
  aspects(use, { member, direction, when }) {
    const noun = use.operation.list?.noun ?? 'items';
    const text = ways[direction]?.(member, singular(noun)) ?? '';
    const condition = when === undefined ? `Of the ${noun}` : `With ${when.parameter} ${when.value}`;
    const whole =
      direction === 'either'
        ? `${when === undefined ? `The ${noun} are ordered` : `${condition} the ${noun} are ordered`}: ${text}.`
        : `${condition}, ${text}.`;
    return [{ aspect: when?.value ?? member, text: sentence(whole) }];
  },
  tell: ({ direction }) => direction,
  against(use, { member, direction, when }, others) {
    for (const other of others) {
      if (when?.parameter !== other.when?.parameter || when?.value !== other.when?.value) continue;
      use.contradiction(`the list is sorted by ${member}, ${direction}`, `also by ${other.member}, ${other.direction}`);
    }
  },
});

export const $decorators = { Behaviour: { sorted: decorator(sorted, ['member', 'direction']) } };
