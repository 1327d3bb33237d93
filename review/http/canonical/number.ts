/** Numbers in documents: those that JavaScript would round are stored as text. */

import { type Decimal, decimalOf, integersOf } from '@wallet-services/kit/rounded';
import { numberOf } from '../../json.ts';

const WHOLE = /^-?\d{16,}$/;
const FRACTION = /^-?(?=[\d.]{17,}$)\d+\.\d+$/;

/** The digits of a number that is stored as text. */
export function digitsOf(value: unknown): string | undefined {
  return typeof value === 'string' && (WHOLE.test(value) || FRACTION.test(value)) ? value : undefined;
}

/** Whether a value is an integer that is stored as text. */
export function isBigInteger(value: unknown): boolean {
  return typeof value === 'string' && WHOLE.test(value);
}

/** Whether a value is a number, also one that is stored as text. */
export function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || digitsOf(value) !== undefined;
}

/** Compares two numbers exactly: negative when the first is smaller. */
export function compareNumbers(one: unknown, other: unknown): number {
  const [first, second] = [decimalIn(one), decimalIn(other)];
  if (first === undefined || second === undefined) return numberOf(one) - numberOf(other);
  const [less, more] = integersOf(first, second);
  return less < more ? -1 : less > more ? 1 : 0;
}

/** Whether a number is a multiple of another one, exactly: 0.3 is one of 0.1. */
export function isMultiple(value: unknown, step: unknown): boolean {
  const [first, second] = [decimalIn(value), decimalIn(step)];
  if (first === undefined || second === undefined) return false;
  const [all, one] = integersOf(first, second);
  return one !== 0n && all % one === 0n;
}

/** The digits of a number, also of one that is stored as text. */
function decimalIn(value: unknown): Decimal | undefined {
  const text = Number.isFinite(value) ? String(value) : digitsOf(value);
  return text === undefined ? undefined : decimalOf(text);
}
