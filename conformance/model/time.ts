/** Times to the nanosecond. `Date` keeps milliseconds only, and the documents speak of nanoseconds. */

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

const SECOND = 1_000_000_000n;
const DAY_MINUTES = 1440;

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days of a month; 0 for one that does not exist. */
function daysIn(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0);
}

/** Minutes since the epoch of a UTC time; unlike `Date.UTC` it leaves the years 0 to 99 as they are. */
function utcMinutes(year: number, month: number, day: number, hour: number, minute: number): number {
  // The calendar repeats every 400 years, which are 146,097 days.
  const shifted = Date.UTC(year + 400, month - 1, day, hour, minute) / 60_000;
  return shifted - 146_097 * DAY_MINUTES;
}

/**
 * Reads an RFC 3339 time that is ISO 8601 too, so with a T, exactly: any UTC offset, any number of fraction digits (those past the ninth are cut), leap
 * seconds.
 *
 * @returns nanoseconds since the epoch, or null when the text is not such a time.
 */
export function parseInstant(text: string): bigint | null {
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6])];
  const [fraction = '', sign, offsetHour, offsetMinute] = [
    match[7],
    match[8],
    Number(match[9] ?? 0),
    Number(match[10] ?? 0),
  ];
  if (day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 60) return null;
  if (offsetHour > 23 || offsetMinute > 59) return null;
  const shift = (sign === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  const minutes = utcMinutes(year, month, day, hour, minute) - shift;
  // A leap second is the last second of a day in UTC.
  if (second === 60 && ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES !== DAY_MINUTES - 1) return null;
  return BigInt(minutes * 60 + second) * SECOND + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}

function pad(value: bigint | number, digits: number): string {
  return String(value).padStart(digits, '0');
}

/**
 * Writes a time as RFC 3339 with nine fraction digits.
 *
 * @param nanoseconds since the epoch; years 0000 to 9999.
 * @param offsetMinutes UTC offset to write it in; 0 is written as `Z`.
 */
export function formatInstant(nanoseconds: bigint, offsetMinutes = 0): string {
  const local = nanoseconds + BigInt(offsetMinutes) * 60n * SECOND;
  const fraction = ((local % SECOND) + SECOND) % SECOND;
  const seconds = new Date(Number((local - fraction) / 1_000_000n)).toISOString().slice(0, 19);
  const size = Math.abs(offsetMinutes);
  const sign = offsetMinutes < 0 ? '-' : '+';
  const offset = offsetMinutes === 0 ? 'Z' : `${sign}${pad(Math.floor(size / 60), 2)}:${pad(size % 60, 2)}`;
  return `${seconds}.${pad(fraction, 9)}${offset}`;
}
