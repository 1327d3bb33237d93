// @ts-check
// Finds a marked member in the answers of an operation.

import { alternatives, membersOf, pointerOf } from './types.js';

/**
 * The pointer to the member that is marked, or null when none is. Looks into objects, not into lists.
 *
 * @param {import('@typespec/compiler').Program} program
 * @param {readonly import('@typespec/compiler').Type[]} types
 * @param {symbol} mark
 * @param {readonly string[]} path
 * @returns {string | null}
 */
export function markedPath(program, types, mark, path = []) {
  for (const type of types.flatMap(alternatives)) {
    for (const [name, property] of membersOf(program, type)) {
      if (program.stateSet(mark).has(property)) return pointerOf([...path, name]);
      // The recursion ends for a schema that contains itself.
      const inner = path.length > 8 ? null : markedPath(program, [property.type], mark, [...path, name]);
      if (inner !== null) return inner;
    }
  }
  return null;
}
