import { expect, it } from 'vitest';
import { isNestedDeeperThan } from './nesting.ts';

it('counts levels of arrays and objects', () => {
  expect([1, 'text', null, [], {}, [[1]], { a: { b: 1 } }].map((value) => isNestedDeeperThan(value, 1))).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
});

it('ends at the limit, however deep the value is', () => {
  expect(isNestedDeeperThan(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toBe(true);
});
