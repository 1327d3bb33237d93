/** Times in any form of ISO 8601 that names a day of the calendar and a time of that day, read to the nanosecond. */

/** A time that was read. */
export interface IsoTime {
  /** The time in nanoseconds since the epoch; a time without an offset counts as UTC. */
  readonly nanoseconds: bigint;
  /** The offset from UTC, in minutes; null when the text has none. */
  readonly offset: number | null;
}

const SECOND = 1_000_000_000n;
const DAY_MINUTES = 1440;

const OFFSET = String.raw`(?:(?<utc>[Zz])|(?<sign>[+-])(?<offsetHour>\d\d)(?::?(?<offsetMinute>\d\d))?)?`;
const FRACTION = String.raw`(?:[.,](?<fraction>\d+))?`;

const extended = new RegExp(
  String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[Tt](?<hour>\d\d)(?::(?<minute>\d\d)(?::(?<second>\d\d))?)?${FRACTION}${OFFSET}$`,
);

const basic = new RegExp(
  String.raw`^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)[Tt](?<hour>\d\d)(?:(?<minute>\d\d)(?<second>\d\d)?)?${FRACTION}${OFFSET}$`,
);

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days of a month; 0 for one that does not exist. */
function daysIn(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0);
}

/** Minutes since the epoch of a UTC time; unlike `Date.UTC`, it does not change the years 0 to 99. */
function utcMinutes(year: number, month: number, day: number, hour: number, minute: number): number {
  // The calendar repeats every 400 years, which are 146,097 days.
  const shifted = Date.UTC(year + 400, month - 1, day, hour, minute) / 60_000;
  return shifted - 146_097 * DAY_MINUTES;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** The offset in minutes, null when there is none; undefined when it does not exist. */
function offsetOf({ utc, sign, offsetHour = '0', offsetMinute = '0' }: Groups): number | null | undefined {
  if (utc !== undefined) return 0;
  if (sign === undefined) return null;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute));
}

/** The fraction belongs to the smallest part that is given: an hour, a minute or a second. */
function fractionOf({ minute, second, fraction }: Groups): bigint {
  if (fraction === undefined) return 0n;
  const unit = minute === undefined ? 3600n * SECOND : second === undefined ? 60n * SECOND : SECOND;
  const digits = fraction.slice(0, 18);
  return (BigInt(digits) * unit) / 10n ** BigInt(digits.length);
}

/**
 * Reads a time: with hyphens and colons or without, with fewer parts, a point or a comma before the fraction
 * (truncated to nanoseconds), `Z`, `+08:00`, `+0800`, `+08` or no offset, hour 24, leap seconds.
 *
 * @returns null when the text is not such a time: 30 February, hour 29, a space for the T.
 *
 * @example
 * parseIso('2021-08-17T11:14:49+05')?.offset // 300
 */
export function parseIso(text: string): IsoTime | null {
  const groups: Groups | undefined = (extended.exec(text) ?? basic.exec(text))?.groups;
  if (groups === undefined) return null;
  const part = (name: string) => Number(groups[name] ?? 0);
  const [year, month, day] = [part('year'), part('month'), part('day')];
  const [hour, minute, second] = [part('hour'), part('minute'), part('second')];
  const offset = offsetOf(groups);
  const fraction = fractionOf(groups);
  if (offset === undefined || day < 1 || day > daysIn(year, month)) return null;
  if (hour > 24 || minute > 59 || second > 60) return null;
  if (hour === 24 && (minute > 0 || second > 0 || fraction > 0n)) return null;
  const minutes = utcMinutes(year, month, day, hour, minute) - (offset ?? 0);
  // A leap second is the last second of a day in UTC.
  if (second === 60 && ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES !== DAY_MINUTES - 1) return null;
  return { nanoseconds: BigInt(minutes * 60 + second) * SECOND + fraction, offset };
}
