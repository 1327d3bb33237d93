import { expect, it } from 'vitest';
import { pointerOf, segmentsOf, valueAt } from './pointer.ts';

/** The examples of RFC 6901, section 5. */
const document = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'm~n': 8, ' ': 7 };

it.each([
  ['', document],
  ['/foo', document.foo],
  ['/foo/0', 'bar'],
  ['/', 0],
  ['/a~1b', 1],
  ['/m~0n', 8],
  ['/ ', 7],
  ['/nothing/there', undefined],
  ['/foo/length', 2],
  ['/foo/map', undefined],
  ['/toString', undefined],
])('%j leads to %j', (pointer, value) => {
  expect(valueAt(document, segmentsOf(pointer))).toEqual(value);
  expect(pointerOf(segmentsOf(pointer))).toBe(pointer);
});

it('reads the form with a hash as well', () => {
  expect(segmentsOf('#')).toEqual([]);
  expect(segmentsOf('#/paths/~1me/get')).toEqual(['paths', '/me', 'get']);
});

it('keeps a hash that is part of a name', () => {
  expect(segmentsOf('/a#b')).toEqual(['a#b']);
});

it('leads nowhere from null', () => {
  expect(valueAt({ a: null }, ['a', 'b'])).toBeUndefined();
});
