import { expect, it } from 'vitest';
import { otherReading } from './rounded.ts';

it.each([
  ['1.0000000000000001', 1.0000000000000002],
  ['0.99999999999999999', 0.9999999999999999],
  ['-1.0000000000000001', -1.0000000000000002],
  ['99999999999.000001', 99999999999 + 2 ** -16],
  ['0.10000000000000001', 0.1 + 2 ** -56],
  ['9007199254740993', 9007199254740994],
  ['9223372036854775807', 2 ** 63 - 1024],
  ['9223372036854775808', 2 ** 63 + 2048],
  ['9007199254740992.5', Number.NaN],
  ['1e-400', Number.MIN_VALUE],
  ['-1e-400', -Number.MIN_VALUE],
  ['1e400', Number.MAX_VALUE],
  ['-1e400', -Number.MAX_VALUE],
  ['3e-324', 0],
])('%s is between two numbers', (text, other) => expect(otherReading(text)).toEqual({ value: other }));

it.each([
  '1',
  '0.1',
  '1.50000000000000000000',
  '9007199254740991',
  '2.2250738585072014e-308',
  '5e-324',
  '1.5e-10',
  '0e999',
  '"9007199254740993"',
  '{"9007199254740993":"1.0000000000000001"}',
])('%s is not rounded', (text) => expect(otherReading(text)).toBeUndefined());

it('replaces each rounded number and nothing else', () => {
  const text = '{"a":[1.0000000000000001,2],"__proto__":{"b":1.0000000000000001}}';
  expect(JSON.stringify(otherReading(text)?.value)).toBe(
    '{"a":[1.0000000000000002,2],"__proto__":{"b":1.0000000000000002}}',
  );
});

it('reads a number of a million digits', () => {
  expect(otherReading(`[1.${'0'.repeat(1_000_000)}1]`)).toEqual({ value: [1.0000000000000002] });
});
