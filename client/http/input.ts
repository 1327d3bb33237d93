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
  if (/^[a-z][a-z\d+.-]*:/i.test(baseUrl) && !/^https?:\/\/[^/?#]/i.test(baseUrl))
    throw wrong('is no http or https URL');
  // URL would interpret spaces, backslashes and a lone % differently.
  if (/[\s\p{Cc}\\]|%(?![\da-f]{2})/iu.test(baseUrl) || !URL.canParse(baseUrl, pageAddress()))
    throw wrong('is not a URL');
  if (/\/\/[^/?#]*@/.test(baseUrl)) throw wrong('has a user name or a password');
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
 * Checks the value of a header; a secret is ASCII. The message does not repeat it.
 *
 * @throws InputError
 */
export function checkHeader(name: string, value: string, isSecret = false): void {
  const wrong = isSecret ? /^ | $|[^ -~]/ : /^[\t ]|[\t ]$|[^\t -~\x80-\xff]/;
  if (wrong.test(value)) throw new InputError(`the value of ${name} cannot be sent in a header`);
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
