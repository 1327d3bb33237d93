import { expect, it } from 'vitest';
import { isObject } from './json.ts';

it('tells an object from everything else that JSON has', () => {
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
