import { expect, it } from 'vitest';
import { isOfServer, isRefusalStatus, Refusal, type RefusalStatus } from './refusal.ts';

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

it('has a code, a hint, headers and a cause', () => {
  const cause = new Error('reset');
  const headers = { 'Retry-After': '1' };
  const refusal = new Refusal(429, 'later', { code: 0, hint: 'wait', headers, cause });
  expect(refusal).toMatchObject({ name: 'Refusal', status: 429, code: 0, hint: 'wait', headers, cause });
  expect(refusal.body).toStrictEqual({ code: 0, msg: 'later', hint: 'wait' });
});

it('has none of them by default', () => {
  const refusal = new Refusal(404, 'gone');
  expect(refusal).toMatchObject({ code: 404, hint: undefined, headers: {} });
  expect(refusal.body).toStrictEqual({ code: 404, msg: 'gone' });
  expect(refusal).not.toHaveProperty('cause');
});

it('concerns the server with 502 and 503', () => {
  expect([499, 500, 501, 502, 503, 504].filter(isOfServer)).toEqual([502, 503]);
});
