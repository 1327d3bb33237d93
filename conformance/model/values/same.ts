/** Whether two answers agree on an item, in whatever form each writes it. */
import { parseIso } from '@wallet-services/expressions/iso';
import { canonicalDecimal, isDecimal } from './decimal.ts';
import { isObject } from './json.ts';

/** The forms of an absent value: no member, null, an empty text, an empty list or object. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** An absent value, or a time that was never set: the year 1 in the JSON of some languages. */
export function isUnset(value: unknown): boolean {
  return isBlank(value) || (typeof value === 'string' && value.startsWith('0001-01-01T00:00:00'));
}

/** Text in hexadecimal digits, such as UUIDs, hashes and account addresses: its case is irrelevant. */
const HEXADECIMAL = /^(0x)?[\da-f-]+$/i;

function sameText(left: string, right: string): boolean {
  if (left === right) return true;
  if (HEXADECIMAL.test(left) && left.toLowerCase() === right.toLowerCase()) return true;
  if (isDecimal(left) && isDecimal(right)) return canonicalDecimal(left) === canonicalDecimal(right);
  const [one, other] = [parseIso(left), parseIso(right)];
  return one !== null && other !== null && one.nanoseconds === other.nanoseconds;
}

/**
 * Whether two values are equal: ids of hexadecimal digits in any case, decimals with any number of zeros, times in any
 * UTC offset, numbers as numbers or as text, absent values in any form.
 */
export function sameValue(left: unknown, right: unknown): boolean {
  if (left === right || (isBlank(left) && isBlank(right))) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameValue(item, right[index]));
  }
  if (isObject(left) && isObject(right)) {
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...names].every((name) => sameValue(left[name], right[name]));
  }
  const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  return isPlain(left) && isPlain(right) && sameText(String(left), String(right));
}

/** The number of digits after the seconds of a time. */
const digitsOf = (time: string) => /[.,](\d+)/.exec(time)?.[1]?.length ?? 0;

/**
 * Whether two values are equal, or the same moment that two views write with different precision: seconds, or
 * milliseconds.
 */
export function sameReported(left: unknown, right: unknown): boolean {
  if (sameValue(left, right) || typeof left !== 'string' || typeof right !== 'string') return sameValue(left, right);
  const [one, other] = [parseIso(left), parseIso(right)];
  const [short = 9, long = 9] = [digitsOf(left), digitsOf(right)].toSorted((some, more) => some - more);
  if (one === null || other === null || short === long) return false;
  const apart = one.nanoseconds - other.nanoseconds;
  return (apart < 0n ? -apart : apart) < 10n ** BigInt(9 - short);
}

/**
 * Whether an id in an answer is the one that a request named, as text in a path or a query. Of a list, one item must
 * be.
 */
export function isNamed(id: unknown, text: string): boolean {
  if (Array.isArray(id)) return id.some((one) => isNamed(one, text));
  if (typeof id === 'number') return String(id) === text || (text.trim() !== '' && Number(text) === id);
  return typeof id === 'string' && id.toLowerCase() === text.toLowerCase();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The form of an id: ids of the same kind of item have the same form. */
export type IdForm = 'uuid' | 'number' | 'text';

/** The form of an id; null for a value that cannot be one. */
export function formOf(id: unknown): IdForm | null {
  if (typeof id === 'number') return 'number';
  if (typeof id !== 'string' || id === '') return null;
  if (UUID.test(id)) return 'uuid';
  return /^\d+$/.test(id) ? 'number' : 'text';
}
