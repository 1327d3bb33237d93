import { expect, it } from 'vitest';
import { sunsetOf } from './sunset.ts';

it.each([
  [{ deprecated: true, 'x-sunset': '2027-01-31' }, true],
  [{ deprecated: 'true', 'x-sunset': '"2027-01-31T00:00:00Z"' }, true],
  [{ deprecated: true, 'x-sunset': '2027-02-01' }, false],
  [{ 'x-sunset': '2027-01-31' }, false],
  [{ deprecated: true }, false],
  [{ deprecated: true, 'x-sunset': 'soon' }, false],
])('%j may go on 2027-01-31: %s', (node, expected) => {
  expect(sunsetOf(node, '2027-01-31') !== null).toBe(expected);
});
