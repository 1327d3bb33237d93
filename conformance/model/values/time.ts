/** Times to the nanosecond. `Date` only keeps milliseconds, and the documents use nanoseconds. */
import { parseIso } from '@wallet-services/expressions/iso';

const SECOND = 1_000_000_000n;

/**
 * Reads a time in any form of ISO 8601 with a UTC offset, exactly: any number of fraction digits (those past the ninth
 * are cut), offsets of hours alone, leap seconds.
 *
 * @returns nanoseconds since the epoch, or null when the text is not such a time.
 */
export function parseInstant(text: string): bigint | null {
  const time = parseIso(text);
  return time === null || time.offset === null ? null : time.nanoseconds;
}

/** Whether the texts of a schema are times: by its format, or because its pattern begins with a year. */
export function isTime({ format, pattern = '' }: { readonly format?: string; readonly pattern?: string }): boolean {
  return format === 'date-time' || /^\^\(?(\[\+-\]\?)?\[0-9\]\{4\}/.test(pattern);
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
