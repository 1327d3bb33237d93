/** The keyword `multipleOf` of JSON Schema, by the digits of numbers: by division, 19.99 is no multiple of 0.01. */
import { decimalOf, integersOf } from './rounded.ts';

/**
 * Whether a number is a multiple of another one, as both are written.
 *
 * @example
 * isMultiple(19.99, 0.01) // true
 * isMultiple(19.995, 0.01) // false
 */
export function isMultiple(value: number, step: number): boolean {
  if (!Number.isFinite(value) || !Number.isFinite(step) || step <= 0) return false;
  const [all, one] = integersOf(decimalOf(String(value)), decimalOf(String(step)));
  return all % one === 0n;
}

/** By division alone, the third multiple of 0.1 is 0.30000000000000004. */
const rounded = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));

/**
 * The smallest multiple of a number that is not below a value, and those after it.
 *
 * @param at 0 for the smallest, 1 for the next one
 * @example
 * multipleFrom(0.25, 0.1) // 0.3
 */
export function multipleFrom(least: number, step: number, at = 0): number {
  return rounded((Math.ceil(rounded(least / step)) + at) * step);
}

interface Validate {
  (step: number, value: number): boolean;
  errors?: object[];
}

const validate: Validate = (step, value) => {
  validate.errors = [{ keyword: 'multipleOf', message: `must be multiple of ${step}`, params: { multipleOf: step } }];
  return isMultiple(value, step);
};

/** The keyword as Ajv takes it, in place of its own. */
export const multipleOf = { keyword: 'multipleOf', type: 'number', schemaType: 'number', validate } as const;

/** Keywords that a multiple decides. Between the two readings of a rounded number there may be one. */
export const BY_MULTIPLES: ReadonlySet<string> = new Set(['multipleOf', 'anyOf', 'oneOf', 'not', 'contains', 'if']);
