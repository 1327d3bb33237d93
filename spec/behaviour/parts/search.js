// @ts-check
// Whether a name occurs anywhere in an answer.

import { isArrayModelType } from '@typespec/compiler';
import { alternatives, membersOf } from './types.js';

/**
 * Whether a member of this name stands anywhere in the types, at any depth.
 *
 * @param {import('@typespec/compiler').Program} program
 * @param {readonly import('@typespec/compiler').Type[]} types
 * @param {string} name
 * @param {Set<import('@typespec/compiler').Type>} seen
 * @returns {boolean}
 */
export function named(program, types, name, seen = new Set()) {
  return types.flatMap(alternatives).some((type) => {
    if (type.kind !== 'Model' || seen.has(type)) return false;
    seen.add(type);
    const members = isArrayModelType(type) ? new Map() : membersOf(program, type);
    const inner = [...members.values()].map((member) => member.type);
    const rest = type.indexer === undefined ? [] : [type.indexer.value];
    return members.has(name) || named(program, [...inner, ...rest], name, seen);
  });
}
