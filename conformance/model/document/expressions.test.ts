import { describe, expect, it } from 'vitest';
import { expressionOf } from './expressions.ts';

/** A pattern, a text that it means, and one that it does not. */
const cases: readonly (readonly [pattern: string, fits: string, misses: string])[] = [
  ['^[a-z]+$', 'abc', 'a1'],
  ['^\\p{L}+$', 'für', 'p{L}'],
  // Python and Ruby anchor a text so.
  ['^[-\\w]+\\z', 'eric-beard', 'eric beard'],
  ['\\A[-\\w]+\\Z', 'eric-beard', 'eric beard'],
  // The u flag does not allow these escapes.
  ['^\\d\\-\\d\\@\\_$', '1-2@_', '1-2'],
  ['^[\\w\\-\\@]+\\-\\p{Lu}$', 'a@b-C', 'a@b-c'],
  ['(?i)^abc$', 'ABC', 'abd'],
  ['^(?P<year>\\d{4})$', '2025', '20'],
  // Braces that repeat nothing are valid without the u flag.
  ['^{id}$', '{id}', 'id'],
];

describe('expressionOf', () => {
  it.each(cases)('reads %s', (pattern, fits, misses) => {
    const expression = expressionOf(pattern);
    expect([fits, misses].map((text) => expression?.test(text))).toEqual([true, false]);
  });

  it.each(['^(?<!a', '\\h+', '\\Qa.b\\E', '^[[:alpha:]]\\p{L}+\\R$'])('has none for %s', (pattern) => {
    expect(expressionOf(pattern)).toBeNull();
  });
});
