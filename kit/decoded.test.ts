import { expect, test } from 'vitest';
import { decoded } from './decoded.ts';

test.each([
  ['a%20b%2Fc', 'a b/c'],
  ['%C3%A9', 'é'],
  ['plain', 'plain'],
  ['100%', '100%'],
  ['%zz', '%zz'],
  ['%E0%A4%A', '%E0%A4%A'],
])('%s is %s', (text, expected) => {
  expect(decoded(text)).toBe(expected);
});
