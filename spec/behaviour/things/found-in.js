// @ts-check
// `found-in`: where values for the parameters of an operation are found. It has no rules.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';

export const foundIn = family({
  name: 'found-in',
  members(use) {
    const { list: named, parameters } = use.args;
    const other = use.other(named);
    if (other === null) return null;
    const types = other.list?.types ?? use.at(use.payload(other), other);
    if (types === null) return null;
    for (const [name, member] of Object.entries(parameters)) {
      if (use.parameter(name) === null || !use.member(types, member)) return null;
    }
    return { [other.list === null ? 'read' : 'list']: other.id, parameters: { ...parameters } };
  },
  aspects: () => [],
});

export const $decorators = { Behaviour: { foundIn: decorator(foundIn, ['list', 'parameters']) } };
