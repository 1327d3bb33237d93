// @ts-check
// `list`: the place of the list in an answer. It has no rules; the other families of lists depend on it.

import { isKey } from '@typespec/compiler';
import { family } from '../parts/family.js';
import { hasMember, membersOf } from '../parts/types.js';

export const list = family({
  name: 'list',
  members(use) {
    const list = use.list();
    if (list === null) return null;
    const key = keyOf(use.program, list.types);
    return { items: list.items, noun: list.noun, ...(key === 'id' ? {} : { key }) };
  },
  aspects: () => [],
});

/**
 * The member that identifies items; empty when only the whole item does.
 *
 * @param {import('@typespec/compiler').Program} program
 * @param {readonly import('@typespec/compiler').Type[]} items
 */
export function keyOf(program, items) {
  for (const item of items) {
    for (const [name, property] of membersOf(program, item)) if (isKey(program, property)) return name;
  }
  return hasMember(program, items, 'id') ? 'id' : '';
}
