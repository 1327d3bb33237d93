/** Times with nanoseconds: `Date` would lose the digits after the milliseconds. */
import { signOf } from './numbers.ts';

const FORM = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?([Zz]|[+-]\d\d:\d\d)$/;

/**
 * Nanoseconds since 1970 of a time in ISO 8601, with any offset.
 *
 * @throws RangeError when it is not a time
 * @example
 * nanoseconds('2021-08-17T19:14:49.123456789+08:00') // 1629198889123456789n
 */
export function nanoseconds(time: string): bigint {
  const [, date = '', clock = '', fraction = '', offset = ''] = FORM.exec(time) ?? [];
  // A leap second counts as the first of the next minute, as on clocks without leap seconds.
  const leap = clock.endsWith(':60');
  const milliseconds = Date.parse(`${date}T${leap ? clock.replace(/60$/, '59') : clock}${offset.toUpperCase()}`);
  if (Number.isNaN(milliseconds) || !isDay(date))
    throw new RangeError(`${JSON.stringify(time.slice(0, 40))} is not a time`);
  return BigInt(milliseconds + (leap ? 1000 : 0)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

/** Whether a date exists: `Date` accepts the 30th of February as a day of March. */
function isDay(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

/**
 * Writes a time in UTC, with as many decimals as it needs.
 *
 * @param moment nanoseconds since 1970
 * @throws RangeError outside of the years 0 to 9999
 */
export function timestamp(moment: bigint): string {
  const nanos = ((moment % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const text = new Date(Number((moment - nanos) / 1_000_000n)).toISOString();
  if (text.length !== 24) throw new RangeError('the time is outside the years 0 to 9999');
  const fraction = String(nanos).padStart(9, '0').replace(/0+$/, '');
  return `${text.slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}Z`;
}

/**
 * Compares for `sort`: negative, zero or positive when the first is earlier than, equal to or later than the second.
 */
export function compareTimes(one: string, other: string): -1 | 0 | 1 {
  const difference = nanoseconds(one) - nanoseconds(other);
  return signOf(difference);
}
