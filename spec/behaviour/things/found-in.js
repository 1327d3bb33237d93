// @ts-check
// `found-in`: the place where values for the inputs of an operation can be read. It has no rules.

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
      if (inputOf(use, name) === null || !use.member(types, member)) return null;
    }
    return { [other.list === null ? 'read' : 'list']: other.id, parameters: { ...parameters } };
  },
  aspects: () => [],
});

/**
 * A parameter with this name, otherwise a member of the body.
 *
 * @param {import('../parts/uses.js').Use} use
 * @param {string} name
 */
function inputOf(use, name) {
  const { body, parameters } = use.operation;
  const isParameter = body === undefined || parameters.some((one) => one.name === name);
  return isParameter ? use.parameter(name) : use.bodyMember(name);
}

export const $decorators = { Behaviour: { foundIn: decorator(foundIn, ['list', 'parameters']) } };
