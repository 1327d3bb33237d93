import { expect, test } from 'vitest';
import { KEYWORD_VALUES } from './keywords.ts';

test.each([
  ['minLength', [0, 1, 1e9], [-1, 1.5, '1', null, true]],
  ['maxContains', [0, 7], [Number.POSITIVE_INFINITY, []]],
  ['multipleOf', [0.01, 3], [0, -1, '2']],
  ['required', [[], ['name']], [true, 'name', ['name', 5], { name: true }]],
])('%s has allowed values and others', (keyword, allowed, others) => {
  const isAllowed = KEYWORD_VALUES[keyword]?.[0] ?? (() => undefined);
  expect(allowed.map(isAllowed)).toEqual(allowed.map(() => true));
  expect(others.map(isAllowed)).toEqual(others.map(() => false));
});
