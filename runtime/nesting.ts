/**
 * The nesting depth of a JSON body; a deeper one is rejected: code that serializes it again, level by level, would
 * overflow the stack.
 */
export const MOST_NESTING = 100;

/**
 * Whether a parsed JSON value has more levels of arrays and objects than `most`.
 *
 * @example
 * isNestedDeeperThan([[]], 1) // true
 */
export function isNestedDeeperThan(value: unknown, most = MOST_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((member) => isNestedDeeperThan(member, most - 1));
}
