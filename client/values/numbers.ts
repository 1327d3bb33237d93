/** Names and signs of numbers. */

/**
 * The name of a number, such as a transaction's action.
 *
 * @returns undefined for a number that has no name: a service may be newer than this package
 * @example
 * nameOf(Action, 1) // 'Supply'
 */
export function nameOf<Name extends string>(numbers: Readonly<Record<Name, number>>, value: number): Name | undefined {
  return (Object.keys(numbers) as Name[]).find((name) => numbers[name] === value);
}

/** The sign of a difference, for `sort`. */
export function signOf(difference: bigint): -1 | 0 | 1 {
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}
