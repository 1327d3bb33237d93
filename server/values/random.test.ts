import { expect, test } from 'vitest';
import { seededRandom } from './random.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('the same seed and purpose give the same values', () => {
  const drawn = () => {
    const random = seededRandom(7, 'lending');
    return [random.next(), random.integer(1, 100), random.uuid(), random.pick(['a', 'b', 'c']), random.bytes(4)];
  };
  expect(drawn()).toEqual(drawn());
});

test('another seed or purpose gives other values', () => {
  const uuids = [seededRandom(7, 'lending'), seededRandom(8, 'lending'), seededRandom(7, 'swap')].map((r) => r.uuid());
  expect(new Set(uuids).size).toBe(3);
});

test('values stay within their bounds and reach both ends', () => {
  const random = seededRandom(1, 'test');
  const numbers = Array.from({ length: 500 }, () => random.integer(3, 5));
  expect(new Set(numbers)).toEqual(new Set([3, 4, 5]));
  expect(Array.from({ length: 100 }, () => random.uuid()).every((uuid) => UUID.test(uuid))).toBe(true);
});

test('picking from an empty list throws', () => {
  expect(() => seededRandom(1, 'test').pick([])).toThrow(RangeError);
});
