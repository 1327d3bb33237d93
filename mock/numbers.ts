/** Recipes for numbers without examples, within the limits of their schema. */
import { multipleFrom } from '@wallet-services/kit/multiple';
import { type Range, rangeOf } from '@wallet-services/kit/range';
import type { Schema } from './recipe.ts';

/** The range of numbers where a schema has no limits. */
const LARGEST = 1_000_000;

/** The number of multiples that answers are taken from. */
const MULTIPLES = 20;

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
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 0;
  const range = closedRange(schema, usual, Math.max(LARGEST, MULTIPLES * step));
  const multiples = step === 0 ? undefined : multiplesIn(range, step);
  if (multiples !== undefined) return multiples;
  const { least, most, isWithoutLeast, isWithoutMost } = range;
  const margin = type === 'integer' ? 1 : (most - least) / LARGEST;
  return {
    type,
    minimum: isWithoutLeast ? least + margin : least,
    maximum: isWithoutMost ? most - margin : most,
  };
}

/** Multiples from the whole range, in equal steps; undefined where there is none. */
function multiplesIn({ least, most, isWithoutLeast, isWithoutMost }: Range, step: number): Schema | undefined {
  const atLeast = multipleFrom(least, step) === least && isWithoutLeast ? 1 : 0;
  const first = multipleFrom(least, step, atLeast);
  const between = Math.floor(Number(((most - first) / step).toPrecision(15)));
  const last = isWithoutMost && multipleFrom(first, step, between) === most ? between - 1 : between;
  if (last < 0) return undefined;
  const values = Array.from({ length: MULTIPLES }, (_, at) =>
    multipleFrom(first, step, Math.floor((at * last) / (MULTIPLES - 1))),
  );
  return { enum: [...new Set(values)] };
}

/** The range of a schema, with limits of ours where it has none. */
function closedRange(schema: Schema, usual: number, width: number): Range {
  const range = rangeOf(schema);
  const least = Number.isFinite(range.least) ? range.least : range.most < usual ? range.most - width : usual;
  const most = Number.isFinite(range.most) ? range.most : least < width ? width : least + width;
  return { ...range, least, most };
}
