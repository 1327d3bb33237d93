/** Whether two answers say the same of a thing, however each writes it down. */
import { parseIso } from '@wallet-services/expressions/iso';
import { canonicalDecimal, isDecimal } from './decimal.ts';
import { isObject } from './json.ts';

/** Ways to say nothing: no member, null, an empty text, an empty list or object. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** Nothing, or a time that was never set: the year 1 in the JSON of some languages. */
export function isUnset(value: unknown): boolean {
  return isBlank(value) || (typeof value === 'string' && value.startsWith('0001-01-01T00:00:00'));
}

/** What is written in hexadecimal digits, as UUIDs, hashes and account addresses are: capitals say nothing in it. */
const HEXADECIMAL = /^(0x)?[\da-f-]+$/i;

function sameText(left: string, right: string): boolean {
  if (left === right) return true;
  if (HEXADECIMAL.test(left) && left.toLowerCase() === right.toLowerCase()) return true;
  if (isDecimal(left) && isDecimal(right)) return canonicalDecimal(left) === canonicalDecimal(right);
  const [one, other] = [parseIso(left), parseIso(right)];
  return one !== null && other !== null && one.nanoseconds === other.nanoseconds;
}

/**
 * Whether two values are the same: ids of hexadecimal digits in any case, decimals with any number of zeros, times in any UTC offset, numbers
 * as numbers or as text, nothing said in any way.
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

/** Digits behind the seconds of a time. */
const digitsOf = (time: string) => /[.,](\d+)/.exec(time)?.[1]?.length ?? 0;

/** Whether two values are the same, or one moment that two views write to another length: to the second, to the millisecond. */
export function sameReported(left: unknown, right: unknown): boolean {
  if (sameValue(left, right) || typeof left !== 'string' || typeof right !== 'string') return sameValue(left, right);
  const [one, other] = [parseIso(left), parseIso(right)];
  const [short = 9, long = 9] = [digitsOf(left), digitsOf(right)].toSorted((some, more) => some - more);
  if (one === null || other === null || short === long) return false;
  const apart = one.nanoseconds - other.nanoseconds;
  return (apart < 0n ? -apart : apart) < 10n ** BigInt(9 - short);
}

/** Whether an id in an answer is the one that a request named: as text in a path or a query. Of several one is. */
export function isNamed(id: unknown, text: string): boolean {
  if (Array.isArray(id)) return id.some((one) => isNamed(one, text));
  if (typeof id === 'number') return String(id) === text || (text.trim() !== '' && Number(text) === id);
  return typeof id === 'string' && id.toLowerCase() === text.toLowerCase();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What an id looks like: those of one kind of thing look alike. */
export type IdForm = 'uuid' | 'number' | 'text';

/** The form of an id; null of what can be none. */
export function formOf(id: unknown): IdForm | null {
  if (typeof id === 'number') return 'number';
  if (typeof id !== 'string' || id === '') return null;
  if (UUID.test(id)) return 'uuid';
  return /^\d+$/.test(id) ? 'number' : 'text';
}
