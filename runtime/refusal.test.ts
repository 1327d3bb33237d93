import { expect, it } from 'vitest';
import { isRefusalStatus, Refusal, type RefusalStatus } from './refusal.ts';

it.each([
  [400, true],
  [499, true],
  [502, true],
  [503, true],
  [399, false],
  [500, false],
  [504, false],
  [200, false],
  [404.5, false],
  ['404', false],
  [undefined, false],
])('a status of %j: %s', (status, isOne) => {
  expect(isRefusalStatus(status)).toBe(isOne);
  const make = () => new Refusal(status as RefusalStatus, 'no');
  if (isOne) expect(make().body).toEqual({ code: status, msg: 'no' });
  else expect(make).toThrow(RangeError);
});
