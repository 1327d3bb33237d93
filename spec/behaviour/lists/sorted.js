// @ts-check
// `sorted`: the order of a list.

import { family } from '../parts/family.js';
import { all, sentence, singular } from '../parts/nouns.js';
import { declaredOn, decorator } from '../parts/record.js';
import { valuesOf } from '../parts/types.js';

/** @type {Record<string, (member: string, noun: string) => string>} */
const ways = {
  ascending: (member, noun) => `no ${singular(noun)} has a lesser ${member} than the one before it`,
  descending: (member, noun) => `no ${singular(noun)} has a greater ${member} than the one before it`,
  either: (member, noun) => `the ${noun} run by ${member}, upwards or downwards throughout`,
};

/** The parameters that ask for an order, each with its value. @param {any} when @returns {string[]} */
const requestedBy = (when) =>
  when === undefined
    ? []
    : Object.entries({ [when.parameter]: when.value, ...when.beside }).map(([name, value]) => `${name} ${value}`);

export const sorted = family({
  name: 'sorted',
  members(use) {
    const list = use.list();
    if (list === null) return null;
    const { member, direction, options } = use.args;
    if (!use.member(list.types, member)) return null;
    if (options.when === undefined) {
      const asked = declaredOn(use.program, use.operation.type).flatMap(({ family: { name }, args }) =>
        name === 'sorted' && args['options'].when !== undefined ? [String(args['options'].when.parameter)] : [],
      );
      return { member, direction, ...(asked.length === 0 ? {} : { unless: [...new Set(asked)] }) };
    }
    const { parameter, value, beside } = options.when;
    const found = use.parameter(parameter);
    if (found === null) return null;
    const values = valuesOf([found.property.type]);
    if (values.length > 0 && !values.includes(value)) return use.report('unknown-value', { value, name: parameter });
    for (const name of Object.keys(beside ?? {})) if (use.parameter(name) === null) return null;
    return { member, direction, when: { parameter, value, ...(beside === undefined ? {} : { beside }) } };
  },
  aspects(use, { member, direction, when, unless }) {
    const text = ways[direction]?.(member, use.operation.list?.noun ?? 'items') ?? '';
    const asked = unless === undefined ? '' : `Without ${all(unless)}, `;
    const whole = when === undefined ? sentence(`${asked}${text}`) : `With ${all(requestedBy(when))}, ${text}`;
    return [{ aspect: when?.value ?? member, text: `${whole}.` }];
  },
  tell: ({ direction }) => direction,
  against(use, { member, direction, when }, others) {
    for (const other of others) {
      if (all(requestedBy(when)) !== all(requestedBy(other.when))) continue;
      use.contradiction(`the list is sorted by ${member}, ${direction}`, `also by ${other.member}, ${other.direction}`);
    }
  },
});

export const $decorators = { Behaviour: { sorted: decorator(sorted, ['member', 'direction']) } };
