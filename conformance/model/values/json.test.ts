import { expect, test } from 'vitest';
import { excerpt, sameJson } from './json.ts';
import { generalised, valueAt, within } from './pointer.ts';

test('objects are equal in any order of their members', () => {
  expect(sameJson({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
  expect(sameJson({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(sameJson([1, 2], [2, 1])).toBe(false);
  expect(sameJson({ a: 1 }, { b: 1 })).toBe(false);
  expect(sameJson('1', 1)).toBe(false);
});

test('a pointer leads to the value, also through names with slashes', () => {
  const pointer = within(within(within('', 'paths'), '/a~b'), 0);
  expect(pointer).toBe('/paths/~1a~0b/0');
  expect(valueAt({ paths: { '/a~b': ['here'] } }, pointer)).toBe('here');
  expect(valueAt({ paths: {} }, pointer)).toBeUndefined();
});

test('list indexes become *, and digits in names stay', () => {
  expect(generalised('/data/12/amount')).toBe('/data/*/amount');
  expect(generalised('/0/volume_24h')).toBe('/*/volume_24h');
});

test('a long value is shown by its beginning', () => {
  expect(excerpt('x'.repeat(500), 10)).toBe('"xxxxxxxxx…');
  expect(excerpt(undefined)).toBe('nothing');
});
