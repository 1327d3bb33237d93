import { expect, test } from 'vitest';
import { strayCall } from '../../model/call.ts';
import { type Exchange, outcomeText } from '../../model/exchange.ts';
import { openWallet } from '../../sign-in/wallet.ts';
import { aheadOfUs } from './clock.ts';

const NOW = Date.parse('2030-05-06T07:08:09Z');
const HOUR = 3_600_000;

/** An answer, and the time and the clock of its creation; in milliseconds from now. */
function answered(receivedAt: number, date: number | null, status = 200): Exchange {
  const body = { text: '', bytes: 0, json: { ok: false, problem: '' } } as const;
  const dated = date === null ? {} : { date: new Date(NOW + date).toUTCString() };
  return {
    call: strayCall('/books', 'knock'),
    url: 'http://127.0.0.1',
    method: 'GET',
    headers: {},
    requestBody: null,
    receivedAt: NOW + receivedAt,
    outcome: { kind: 'answer', status, contentType: null, retryAfter: null, ...dated, body },
  };
}

test.each([
  ['that is right', answered(0, 200), null, 0],
  ['that is an hour ahead', answered(0, HOUR), answered(1500, HOUR + 1000), HOUR - 500],
  ['that is two minutes behind', answered(0, -120_000), answered(1500, -119_000), -120_500],
  ['of an answer that was kept', answered(0, -120_000), answered(1500, -120_000), 0],
  ['of another year', answered(0, 9000 * HOUR), answered(1500, 9000 * HOUR + 1000), 0],
  ['that is not reported', answered(0, null), null, 0],
])('a clock %s', async (_, first, second, ahead) => {
  expect(await aheadOfUs(first, async () => second ?? expect.unreachable())).toBe(ahead);
});

test('a signature uses the time of that clock', () => {
  const keystore = { clientId: 'a', sessionId: 'b', privateKey: '11'.repeat(32) };
  const wallet = openWallet({ keystores: { caller: keystore }, message: { domain: 'notes.example.org' } }, 1);
  wallet.useClock(HOUR);
  const claims = (token: string | null) => JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString());
  const soon = Date.now() / 1000 + 3600;
  expect(claims(wallet.token('caller')).iat - soon).toBeCloseTo(0, -1);
  expect(claims(wallet.token('caller', { issuedAt: Date.now() - HOUR })).iat - soon).toBeCloseTo(-3600, -1);
  const { issuedAt } = JSON.parse(wallet.message('caller')?.signed_message ?? '{}');
  expect(Date.parse(issuedAt) / 1000 - soon).toBeCloseTo(0, -1);
});

test('a rejection for lack of credentials reports clocks that differ', () => {
  const text = "status 401, with a clock 60 minutes ahead of the suite's";
  expect(outcomeText(answered(0, HOUR, 401))).toBe(text);
  expect(outcomeText(answered(0, HOUR, 404))).toBe('status 404');
  expect(outcomeText(answered(0, 0, 401))).toBe('status 401');
});
