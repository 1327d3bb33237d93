import { expect, test } from 'vitest';
import { judge, troubled } from './network-judgement.ts';

test.each([
  [200, { data: {} }, 'answered'],
  [200, { error: null }, 'answered'],
  [200, { error: {} }, 'refused'],
  [202, { error: { status: 202, code: 401 } }, 'refused'],
  [202, { error: { status: 404 } }, 'broken'],
  [202, { error: { code: 404 } }, 'broken'],
  [202, { error: { status: 429 } }, 'busy'],
  [200, { error: { code: 429 } }, 'busy'],
  [200, { error: { code: 503 } }, 'busy'],
  [200, { error: { status: 500 } }, 'broken'],
  [200, { error: { code: 599 } }, 'broken'],
  [200, { error: { code: 600 } }, 'refused'],
  [200, { error: { code: 499 } }, 'refused'],
  [202, { data: {} }, 'broken'],
  [201, { error: {} }, 'broken'],
  [401, undefined, 'refused'],
  [429, undefined, 'busy'],
  [500, undefined, 'broken'],
  [502, { error: {} }, 'broken'],
  [503, undefined, 'busy'],
])('%i with %j is %s', (status, body, kind) => {
  expect(judge(status, body).kind).toBe(kind);
});

test.each([
  [{ error: { description: 'No.' }, msg: 'Other.' }, 'No.'],
  [{ msg: 'No.' }, 'No.'],
  [{ msg: 'x'.repeat(301) }, 'x'.repeat(300)],
  [{ msg: 1 }, 'no reason given'],
  ['No.', 'no reason given'],
  [null, 'no reason given'],
])('%# has the reason %3$s', (body, reason) => {
  expect(judge(401, body).reason).toBe(reason);
});

test('a busy network differs from one that failed', () => {
  expect(troubled(503, 'd')).toMatchObject({ status: 503, headers: { 'Retry-After': '5' }, cause: { message: 'd' } });
  expect(troubled(502, 'd')).toMatchObject({ status: 502, message: 'the wallet network failed', headers: {} });
});
