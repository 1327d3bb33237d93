/** The limits of numbers in JSON Schema, in the keywords of any version. */

/** A range of numbers; infinite where there is no limit. */
export interface Range {
  readonly least: number;
  readonly most: number;
  /** Whether `least` itself is excluded. */
  readonly isWithoutLeast: boolean;
  readonly isWithoutMost: boolean;
}

/**
 * The numbers that a schema allows, apart from `multipleOf`.
 *
 * @example
 * rangeOf({ minimum: 1, exclusiveMaximum: 5 });
 * // { least: 1, most: 5, isWithoutLeast: false, isWithoutMost: true }
 */
export function rangeOf(schema: Readonly<Record<string, unknown>>): Range {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const [above, below] = [excluded(exclusiveMinimum, minimum), excluded(exclusiveMaximum, maximum)];
  const least = Math.max(...[above, minimum].filter(isNumber));
  const most = Math.min(...[below, maximum].filter(isNumber));
  return { least, most, isWithoutLeast: least === above, isWithoutMost: most === below };
}

/** The excluded end of a range: before OpenAPI 3.1, the keyword only says that the limit is one. */
function excluded(keyword: unknown, limit: unknown): unknown {
  return keyword === true ? limit : keyword;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
