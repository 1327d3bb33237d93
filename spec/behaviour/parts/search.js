// @ts-check
// Finds models and members in answers.

import { isArrayModelType } from '@typespec/compiler';
import { alternatives, membersOf } from './types.js';

/**
 * Every model that occurs in the types, at any depth.
 *
 * @param {import('@typespec/compiler').Program} program
 * @param {readonly import('@typespec/compiler').Type[]} types
 * @param {Set<import('@typespec/compiler').Model>} found
 * @returns {Set<import('@typespec/compiler').Model>}
 */
export function modelsIn(program, types, found = new Set()) {
  for (const type of types.flatMap(alternatives)) {
    if (type.kind !== 'Model' || found.has(type)) continue;
    found.add(type);
    const members = isArrayModelType(type) ? [] : [...membersOf(program, type).values()];
    const rest = type.indexer === undefined ? [] : [type.indexer.value];
    modelsIn(program, [...members.map((member) => member.type), ...rest], found);
  }
  return found;
}

/**
 * Whether a member of this name occurs in the types, at any depth.
 *
 * @param {import('@typespec/compiler').Program} program
 * @param {readonly import('@typespec/compiler').Type[]} types
 * @param {string} name
 */
export const named = (program, types, name) => namesIn(program, types).includes(name);

/** The names of all members in the types, at any depth. @param {import('@typespec/compiler').Program} program @param {readonly import('@typespec/compiler').Type[]} types */
export const namesIn = (program, types) =>
  [...modelsIn(program, types)]
    .filter((model) => !isArrayModelType(model))
    .flatMap((model) => [...membersOf(program, model).keys()])
    .filter((name, place, names) => names.indexOf(name) === place);
