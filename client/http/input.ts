/** Rejects invalid input before anything is sent, in messages that repeat no secret. */
import { InputError } from './errors.ts';

/** The address of the page, in a browser: a base URL may be relative to it. */
function pageAddress(): string | undefined {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  return location?.href;
}

/**
 * Checks a base URL. The message does not repeat it: it may contain a password.
 * @throws InputError
 */
export function checkBaseUrl(baseUrl: string): void {
  const wrong = (what: string) => new InputError(`baseUrl ${what}: write it like https://api.example.org/swap`);
  if (/[\s\p{Cc}\\]/u.test(baseUrl)) throw wrong('has a space, a line break or a backslash');
  if (/^[a-z][a-z\d+.-]*:/i.test(baseUrl) && !/^https?:\/\/[^/?#]/i.test(baseUrl))
    throw wrong('is no http or https URL');
  if (!URL.canParse(baseUrl, pageAddress())) throw wrong('is not a URL');
  const { username, password } = new URL(baseUrl, pageAddress());
  if (username !== '' || password !== '') throw wrong('has a user name or a password');
  if (/[?#]/.test(baseUrl)) throw wrong('has a query or a fragment');
}

/**
 * Checks values in a path: a URL with one of these would address something else.
 * @throws InputError
 */
export function checkPath(values: object = {}): void {
  for (const [name, value] of Object.entries(values)) {
    if (['', '.', '..'].includes(String(value))) throw new InputError(`${name} cannot be "${value}" in a path`);
  }
}

/**
 * Checks the value of a header. The message does not repeat it: it may be a credential.
 *
 * @throws InputError
 */
export function checkHeader(name: string, value: string): void {
  if (/^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$|^$/.test(value)) return;
  throw new InputError(`the value of ${name} cannot be sent: it has a line break, a space at an end, or no bytes`);
}

/** Longest time that a timer can be set to, in milliseconds. */
const LONGEST_TIME = 2 ** 31 - 1;

/**
 * Checks a duration; an infinite one becomes the longest time that a timer can have.
 * @throws InputError
 */
export function checkedTime(name: string, milliseconds: number): number {
  if (milliseconds > 0) return Math.min(milliseconds, LONGEST_TIME);
  throw new InputError(`${name} is a number of milliseconds above 0`);
}
