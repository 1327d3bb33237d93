/** Recipes for numbers without examples, within the limits of their schema. */
import { multipleFrom } from '@wallet-services/kit/multiple';
import type { Schema } from './recipe.ts';

/** The range of numbers where a schema has no limits. */
const LARGEST = 1_000_000;

/** The number of multiples that answers are taken from. */
const MULTIPLES = 20;

/** A range, whose ends may be excluded. */
interface Range {
  readonly least: number;
  readonly most: number;
  readonly isWithoutLeast: boolean;
  readonly isWithoutMost: boolean;
}

/**
 * The recipe for numbers within the limits of a schema. Multiples are listed, because the library calculates them by
 * division, and makes 0.30000000000000004 of 0.3.
 *
 * @param usual the smallest number unless the schema says otherwise
 * @example
 * numberRecipe({ type: 'integer', minimum: 7 }, 0); // { type: 'integer', minimum: 7, maximum: 1_000_000 }
 * numberRecipe({ type: 'number', multipleOf: 0.1, maximum: 0.3 }, 0); // { enum: [0, 0.1, 0.2, 0.3] }
 */
export function numberRecipe(schema: Schema, usual: number): Schema {
  const { type, multipleOf } = schema;
  const range = rangeOf(schema, usual);
  if (typeof multipleOf === 'number' && multipleOf > 0) return multiplesIn(range, multipleOf);
  const { least, most, isWithoutLeast, isWithoutMost } = range;
  const margin = type === 'integer' ? 1 : (most - least) / LARGEST;
  return {
    type,
    minimum: isWithoutLeast ? least + margin : least,
    maximum: isWithoutMost ? most - margin : most,
  };
}

/** Multiples from the whole range, in equal steps. */
function multiplesIn({ least, most, isWithoutLeast, isWithoutMost }: Range, step: number): Schema {
  const atLeast = multipleFrom(least, step) === least && isWithoutLeast ? 1 : 0;
  const first = multipleFrom(least, step, atLeast);
  const between = Math.floor(Number(((most - first) / step).toPrecision(15)));
  const last = isWithoutMost && multipleFrom(first, step, between) === most ? between - 1 : between;
  const values = Array.from({ length: MULTIPLES }, (_, at) =>
    multipleFrom(first, step, Math.floor((at * last) / (MULTIPLES - 1))),
  );
  return { enum: [...new Set(values)] };
}

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema, usual: number): Range {
  const [above, below] = [excluded(exclusiveMinimum, minimum), excluded(exclusiveMaximum, maximum)];
  const lowest = Math.max(...[above, minimum].filter(isNumber));
  const highest = Math.min(...[below, maximum].filter(isNumber));
  const least = Number.isFinite(lowest) ? lowest : highest < usual ? highest - LARGEST : usual;
  const most = Number.isFinite(highest) ? highest : least < LARGEST ? LARGEST : least + LARGEST;
  return { least, most, isWithoutLeast: least === above, isWithoutMost: most === below };
}

/** The excluded end of a range: before OpenAPI 3.1, the keyword only says that the limit is one. */
function excluded(keyword: unknown, limit: unknown): unknown {
  return keyword === true ? limit : keyword;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
