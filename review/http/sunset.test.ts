import { expect, it } from 'vitest';
import { sunsetOf } from './sunset.ts';

it.each([
  [{ deprecated: true, 'x-sunset': '2027-01-31' }, true],
  [{ deprecated: 'true', 'x-sunset': '"2027-01-31T00:00:00Z"' }, true],
  [{ deprecated: true, 'x-sunset': '2027-02-01' }, false],
  [{ 'x-sunset': '2027-01-31' }, false],
  [{ deprecated: true }, false],
  [{ deprecated: true, 'x-sunset': 'soon' }, false],
])('%j may be removed on 2027-01-31: %s', (node, expected) => {
  expect(sunsetOf(node, '2027-01-31') !== null).toBe(expected);
});

it('compares with the date of today', () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const removed = (date: string) => sunsetOf({ deprecated: true, 'x-sunset': date });
  expect(removed(day(0))).toBe(`it was deprecated, and announced to go on ${day(0)}`);
  expect(removed(day(2))).toBe(null);
});
