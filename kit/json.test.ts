import { expect, it } from 'vitest';
import { arrayOf, asText, isObject, objectOf } from './json.ts';

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

it('reads another value as an empty object or array', () => {
  const values = [{ a: 1 }, [1], null, 'a', undefined];
  expect(values.map(objectOf)).toEqual([{ a: 1 }, {}, {}, {}, {}]);
  expect(values.map(arrayOf)).toEqual([[], [1], [], [], []]);
});

it.each([
  ['a', 'a'],
  [1, '1'],
  [null, 'null'],
  [undefined, 'undefined'],
  [{ toString: null }, '{"toString":null}'],
  [[{ toString: null }], '[{"toString":null}]'],
])('writes %j as the text %s', (value, text) => expect(asText(value)).toBe(text));
