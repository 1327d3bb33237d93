/** Numbers in documents: those that JavaScript would round are stored as text. */

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
  const [first, second] = [scaled(one), scaled(other)];
  if (first === undefined || second === undefined) return numberOf(one) - numberOf(other);
  const [less, more] = alike(first, second);
  return less < more ? -1 : less > more ? 1 : 0;
}

/** Whether a number is a multiple of another one, exactly: 0.3 is one of 0.1. */
export function isMultiple(value: unknown, step: unknown): boolean {
  const [first, second] = [scaled(value), scaled(step)];
  if (first === undefined || second === undefined) return Number.isInteger(numberOf(value) / numberOf(step));
  const [all, one] = alike(first, second);
  return one !== 0n && all % one === 0n;
}

/** Two numbers as integers of one scale. */
function alike(first: Scaled, second: Scaled): readonly [bigint, bigint] {
  const places = Math.max(first.places, second.places);
  const whole = ({ digits, places: own }: Scaled) => digits * 10n ** BigInt(places - own);
  return [whole(first), whole(second)];
}

/** An integer, and how many of its digits are decimals. */
interface Scaled {
  readonly digits: bigint;
  readonly places: number;
}

function scaled(value: unknown): Scaled | undefined {
  const text = typeof value === 'number' ? String(value) : digitsOf(value);
  if (text === undefined || !/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length };
}
