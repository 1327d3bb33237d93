/** The keyword `multipleOf` of JSON Schema, by the digits of numbers: by division, 19.99 is no multiple of 0.01. */
import { type Decimal, decimalOf } from './rounded.ts';

/**
 * Whether a number is a multiple of another one, as both are written.
 *
 * @example
 * isMultiple(19.99, 0.01) // true
 * isMultiple(19.995, 0.01) // false
 */
export function isMultiple(value: number, step: number): boolean {
  if (!Number.isFinite(value) || !Number.isFinite(step) || step <= 0) return false;
  const [all, one] = [decimalOf(String(value)), decimalOf(String(step))];
  const exponent = Math.min(all.exponent, one.exponent);
  const scaled = ({ digits, exponent: own }: Decimal) => BigInt(digits) * 10n ** BigInt(own - exponent);
  return scaled(all) % scaled(one) === 0n;
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
