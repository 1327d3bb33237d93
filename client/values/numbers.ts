/** Names of numbers. */

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
