import { expect, onTestFinished, test, vi } from 'vitest';
import { InputError } from './errors.ts';
import { checkBaseUrl, checkedTime, checkHeader, checkPath } from './input.ts';

/** The message of the error, without the advice; undefined when there is none. */
function problem(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message.replace(': write it like https://api.example.org/swap', '');
  }
}

test.each([
  ['http://x', undefined],
  ['HTTPS://x:1/swap/%20', undefined],
  ['http://x/a@b', undefined],
  ['ftp://x', 'baseUrl is no http or https URL'],
  ['http:///x', 'baseUrl is no http or https URL'],
  ['http:x', 'baseUrl is no http or https URL'],
  ['data+x.1-:a', 'baseUrl is no http or https URL'],
  ['http://x/a b', 'baseUrl is not a URL'],
  ['http://x/\u0007', 'baseUrl is not a URL'],
  ['http://x\\a', 'baseUrl is not a URL'],
  ['http://x/%', 'baseUrl is not a URL'],
  ['http://x/%2x', 'baseUrl is not a URL'],
  ['http://x:99999', 'baseUrl is not a URL'],
  ['/swap', 'baseUrl is not a URL'],
  ['http://a:b@x', 'baseUrl has a user name or a password'],
  ['http://x?a', 'baseUrl has a query or a fragment'],
  ['http://x#a', 'baseUrl has a query or a fragment'],
])('of the base URL %j is reported: %j', (url, expected) => {
  expect(problem(() => checkBaseUrl(url))).toBe(expected);
});

test('a base URL may be relative to a page', () => {
  vi.stubGlobal('location', { href: 'http://x/page' });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(problem(() => checkBaseUrl('/swap'))).toBeUndefined();
});

test.each([
  [undefined, undefined],
  [{ id: 'a..b', other: 0 }, undefined],
  [{ id: 'a', other: '..' }, 'other cannot be ".." in a path'],
  [{ id: '.' }, 'id cannot be "." in a path'],
  [{ id: '' }, 'id cannot be "" in a path'],
])('of the path %j is reported: %j', (values, expected) => {
  expect(problem(() => checkPath(values))).toBe(expected);
});

test.each([
  ['a b', false, true],
  ['a\tb\u00ff', false, true],
  ['', false, true],
  [' a', false, false],
  ['a\t', false, false],
  ['a\nb', false, false],
  ['\u0100', false, false],
  ['a b', true, true],
  ['a\tb', true, false],
  ['a\u00ff', true, false],
  [' a', true, false],
  ['a ', true, false],
])('the header %j, secret: %j, can be sent: %j', (value, isSecret, isSent) => {
  const expected = isSent ? undefined : 'the value of X-A cannot be sent in a header';
  expect(problem(() => checkHeader('X-A', value, isSecret))).toBe(expected);
});

test('a header is no secret by default', () => {
  expect(problem(() => checkHeader('X-A', '\u00ff'))).toBeUndefined();
});

test.each([
  [1, 1],
  [0.5, 0.5],
  [2 ** 31 - 1, 2 ** 31 - 1],
  [2 ** 31, 2 ** 31 - 1],
  [Number.POSITIVE_INFINITY, 2 ** 31 - 1],
])('the time %d is %d', (milliseconds, expected) => expect(checkedTime('timeout', milliseconds)).toBe(expected));

test.each([0, -1, Number.NaN])('the time %d is none', (milliseconds) => {
  expect(problem(() => checkedTime('timeout', milliseconds))).toBe('timeout is a number of milliseconds above 0');
});
