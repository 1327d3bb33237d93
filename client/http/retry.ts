/** Decides whether a call is repeated, and after which delay. */
import { ATTEMPTS, DELAY, LONGEST_WAIT, RETRIED_STATUSES } from '../values/limits.ts';
import type { RetryOptions } from './options.ts';

/** Whether a call may be repeated (RFC 9110, section 9.2.2). */
function isIdempotent(method: string): boolean {
  return method !== 'POST' && method !== 'PATCH';
}

/** The number of attempts. */
export function attemptsOf(method: string, { attempts = ATTEMPTS }: RetryOptions): number {
  return isIdempotent(method) ? attempts : 1;
}

/**
 * How long to wait before the next attempt, in milliseconds.
 * @param response undefined when there was none
 * @param attempt the one that failed, counted from 1
 * @returns undefined when another attempt would be useless
 */
export function retryDelay(
  response: Response | undefined,
  attempt: number,
  { delay = DELAY }: RetryOptions,
): number | undefined {
  if (response !== undefined && !RETRIED_STATUSES.includes(response.status)) return undefined;
  const requested = requestedDelay(response?.headers.get('Retry-After'));
  // Full jitter: many clients that failed together do not return together.
  if (requested === undefined) return Math.random() * delay * 2 ** (attempt - 1);
  return requested > LONGEST_WAIT ? undefined : requested;
}

/** `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3). */
function requestedDelay(text: string | null | undefined): number | undefined {
  if (!text) return undefined;
  const milliseconds = /^[0-9]+$/.test(text) ? Number(text) * 1000 : dateOf(text) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

const TIME = '(?<time>\\d\\d:\\d\\d:\\d\\d)';

/** The three forms of a date (RFC 9110, section 5.6.7). */
const DATES = [
  `(?<name>[A-Z][a-z]{2}), (?<day>\\d\\d) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) ${TIME} GMT`,
  `(?<name>[A-Z][a-z]+), (?<day>\\d\\d)-(?<month>[A-Z][a-z]{2})-(?<year>\\d\\d) ${TIME} GMT`,
  `(?<name>[A-Z][a-z]{2}) (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** NaN when it is not a date: `Date.parse` would accept many other texts. */
function dateOf(text: string): number {
  const found = DATES.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  const { name = '', day, month, year, time } = found ?? {};
  if (year === undefined) return Number.NaN;
  const date = Date.parse(`${day} ${month} ${fullYear(year)} ${time} GMT`);
  // `Date.parse` goes on after the last day of a month, and another day of the week is another date.
  const [actualName, actualDay] = Number.isNaN(date) ? [] : new Date(date).toUTCString().split(/,? /);
  return name.startsWith(`${actualName}`) && Number(day) === Number(actualDay) ? date : Number.NaN;
}

/** A year of two digits is in the century that places it no more than 50 years from now. */
function fullYear(year: string): number {
  if (year.length > 2) return Number(year);
  const now = new Date().getUTCFullYear();
  const guess = now - (now % 100) + Number(year);
  return guess > now + 50 ? guess - 100 : guess;
}
