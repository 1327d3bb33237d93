import { expect, it } from 'vitest';
import { hasMoreValuesThan } from './amount.ts';

it.each([
  ['[1,2,3]', 2, true],
  ['[1,2,3]', 3, false],
  ['{"a":1,"b":2}', 2, true],
  ['{}', 0, true],
  ['[,]', 1, true],
  ['[]', 1, false],
  [',,', 1, false],
  [',,,', 1, true],
  [',a,bcd', 2, true],
  [`"${','.repeat(9)}"`, 4, false],
  [`""${','.repeat(9)}`, 4, true],
  [`"${','.repeat(100)}`, 9, false],
  [`"a""${','.repeat(100)}"`, 9, false],
  [`["${','.repeat(100)}"]`, 1, false],
  [`["\\"${','.repeat(100)}"]`, 1, false],
  [`["\\\\",${'1,'.repeat(100)}1]`, 50, true],
  [`["${','.repeat(100)}`, 1, false],
])('%s has more than %i values: %s', (text, most, isMore) => {
  expect(hasMoreValuesThan(text, most)).toBe(isMore);
});
