import { expect, it } from 'vitest';
import { inexactInteger } from './exact.ts';

it.each([
  ['{"id":9007199254740993}', '9007199254740993'],
  ['[-9007199254740993]', '-9007199254740993'],
  ['{"id":9007199254740991}', undefined],
  ['{"id":1152921504606846976}', undefined],
  ['{"id":"9007199254740993"}', undefined],
  ['{"id":"\\"9007199254740993"}', undefined],
  ['{"9007199254740993":1}', undefined],
  ['{"share":0.1234567890123456789,"many":1e30}', undefined],
  [`[${'9'.repeat(400)}]`, '9'.repeat(40)],
  ['{"a":"x","id":123456789012345678901}', '123456789012345678901'],
])('%s: %s', (text, inexact) => expect(inexactInteger(text)).toBe(inexact));
