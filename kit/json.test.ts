import { expect, it } from 'vitest';
import { isObject } from './json.ts';

it('distinguishes an object from every other JSON value', () => {
  expect([{}, { a: 1 }, [], null, 'a', 1, true, undefined].map(isObject)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});
