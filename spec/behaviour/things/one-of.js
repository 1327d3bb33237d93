// @ts-check
// `one-of`: the operation reads one of the resources that another operation lists.

import { keyOf } from '../lists/list.js';
import { family } from '../parts/family.js';
import { all, one, sentence, singular } from '../parts/nouns.js';
import { decorator } from '../parts/record.js';

export const oneOf = family({
  name: 'one-of',
  members(use) {
    const { list: named, options } = use.args;
    const { at = use.payload(), when, apart } = options;
    const other = use.other(named);
    const parameter =
      options.parameter === undefined ? use.pathParameter() : use.parameter(options.parameter, use.operation, ['path']);
    if (other === null || parameter === null) return null;
    if (other.list === null) return use.report('not-a-list', { operation: other.id });
    const member = options.member ?? (keyOf(use.program, other.list.types) || 'id');
    const types = use.at(at);
    if (types === null || !use.member(other.list.types, member)) return null;
    for (const name of [member, ...(when ?? [])]) if (!use.member(types, name)) return null;
    for (const name of apart ?? []) {
      if (name.includes('/') ? use.at(`${at}/${name}`) === null : !use.member(types, name)) return null;
    }
    return {
      list: other.id,
      parameter: parameter.name,
      ...(member === 'id' ? {} : { member }),
      at,
      ...(when === undefined ? {} : { when }),
      ...(apart === undefined ? {} : { apart }),
    };
  },
  aspects(use, { list, parameter, when, apart = [] }) {
    const thing = singular(use.service.operations.get(list)?.list?.noun ?? 'things');
    const condition =
      when === undefined ? `The returned ${thing}` : `A response with ${all(when)} is ${one(thing)}: it`;
    return [
      {
        aspect: 'named',
        text: `${condition} is the one that ${parameter} names; an unknown ${parameter} never returns another.`,
      },
      {
        aspect: 'listed',
        level: 'should',
        text: `${sentence(one(thing))} read by itself has the same values as in ${list}${apart.length === 0 ? '' : `, except for ${all(apart)}`}.`,
      },
    ];
  },
  against(use, _, others) {
    if (others.length > 0) use.contradiction(`${use.operation.id} reads one thing`, 'a second list is named');
  },
});

export const $decorators = { Behaviour: { oneOf: decorator(oneOf, ['list']) } };
