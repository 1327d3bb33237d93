/**
 * Instants as text. JavaScript's `Date` loses nanoseconds, leap seconds and the offset, so an instant keeps its
 * original text, and is compared by a key that is derived from it.
 */

/** The range of years with four digits. */
const EARLIEST = '0000-01-01T00:00:00.000000000';
const LATEST = '9999-12-31T23:59:60.999999999';

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

const MINUTE = 60_000;

/**
 * The sort key of an instant: UTC without an offset, with at least nine decimals. Keys are ordered as text exactly as
 * their instants are, including leap seconds and any number of decimals.
 *
 * @param time RFC 3339 with any UTC offset
 * @returns undefined when the text is not an instant
 * @example
 * instantKey('2021-08-17T19:20:11.5+08:00') // '2021-08-17T11:20:11.500000000'
 */
export function instantKey(time: string): string | undefined {
  const match = RFC3339.exec(time);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = '', fraction = '', sign, offsetHour, offsetMinute] = match;
  const local = new Date(0);
  local.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (local.getUTCDate() !== Number(day) || local.getUTCMonth() !== Number(month) - 1) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) return undefined;
  local.setUTCHours(Number(hour), Number(minute));

  const offset = (sign === '-' ? -1 : 1) * (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0));
  const utc = new Date(local.getTime() - offset * MINUTE);
  // A leap second is the last second of a day in UTC.
  if (second === '60' && (utc.getUTCHours() !== 23 || utc.getUTCMinutes() !== 59)) return undefined;
  if (utc.getUTCFullYear() < 0) return EARLIEST;
  if (utc.getUTCFullYear() > 9999) return LATEST;
  return `${utc.toISOString().slice(0, 17)}${second}.${fraction.replace(/0+$/, '').padEnd(9, '0')}`;
}

/**
 * The sort key of a text that is known to be an instant.
 *
 * @throws TypeError when it is not, which is an error of the server, not of a client
 */
export function knownInstantKey(time: string): string {
  const key = instantKey(time);
  if (key === undefined) throw new TypeError(`${time} is not a time`);
  return key;
}

/** Nanoseconds since 1970 of a text that is known to be an instant. @throws TypeError when it is not */
export function nanosecondsOf(time: string): bigint {
  const key = knownInstantKey(time);
  return BigInt(Date.parse(`${key.slice(0, 19)}Z`)) * 1_000_000n + BigInt(key.slice(20));
}

/** An instant in the form of protobuf (google.protobuf.Timestamp). */
export interface EpochTime {
  /** Seconds since 1970 in UTC. */
  readonly seconds: bigint;
  /** 0 to 999,999,999. */
  readonly nanos: number;
}

/** The range of RFC 3339, in seconds since 1970. */
const FIRST_SECOND = -62_135_596_800n;
const LAST_SECOND = 253_402_300_799n;

/**
 * The text of a protobuf timestamp.
 *
 * @returns undefined when it is outside of the years 1 to 9999, or its nanoseconds are out of range
 */
export function timeOf({ seconds, nanos }: EpochTime): string | undefined {
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) return undefined;
  if (!Number.isInteger(nanos) || nanos < 0 || nanos > 999_999_999) return undefined;
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  const fraction = String(nanos).padStart(9, '0').replace(/0+$/, '');
  return `${whole}${fraction === '' ? '' : `.${fraction}`}Z`;
}
