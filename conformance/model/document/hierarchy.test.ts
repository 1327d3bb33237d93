import { expect, test } from 'vitest';
import { collectionOf, isBelow, isOfOne, isSamePath } from './hierarchy.ts';

test.each([
  ['/flows', '/flows/{id}'],
  ['/flows/', '/flows/{id}'],
  ['/flows/', '/flows/{id}/'],
])('%s is the collection of %s', (collection, one) => {
  expect(isBelow(one, collection)).toBe(true);
  expect(isOfOne(one)).toBe(true);
  expect(isSamePath(collectionOf(one), collection)).toBe(true);
});

test.each([
  ['/flow_runs/{id}', '/flows/'],
  ['/flows/', '/flows'],
  ['/flows', '/'],
])('%s is not below %s', (path, above) => {
  expect(isBelow(path, above)).toBe(false);
});
