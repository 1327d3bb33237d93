import { request } from 'node:http';
import { openSandbox } from '@wallet-services/client/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';
import { call, keptLog, testServer } from '../testing/server.ts';

let it: TestSandbox;
beforeAll(async () => {
  it = await startSandbox();
});
afterAll(() => it[Symbol.asyncDispose]());

/** Sends a request with headers that `fetch` sets itself. */
function status(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

const send = (method: string, path: string, body?: unknown) =>
  call(`${it.server.httpUrl}/sandbox${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

describe('malformed requests are rejected with a hint', () => {
  test.each([
    ['POST', '/worlds', { name: '' }, 400],
    ['POST', '/worlds', { name: 5 }, 400],
    ['POST', '/worlds', '{', 400],
    ['POST', '/worlds', { idle_timeout: '1s' }, 400],
    ['POST', '/worlds', { idle_timeout: 'soon' }, 400],
    ['POST', '/worlds', { frozen_at: 'yesterday' }, 400],
    ['POST', '/worlds', { snapshot: 'none' }, 404],
    ['GET', '/worlds/none0000', undefined, 404],
    ['GET', '/worlds/%zz', undefined, 400],
    ['PATCH', '/worlds', undefined, 405],
    ['GET', '/nothing', undefined, 404],
    ['DELETE', '/worlds/main', undefined, 409],
    ['POST', '/worlds/main/restore', {}, 409],
    ['PUT', '/worlds/main/snapshots/..%2Fetc', undefined, 400],
    ['DELETE', '/snapshots/none', undefined, 404],
    ['POST', '/worlds/main/clock', {}, 400],
    ['POST', '/worlds/main/clock', undefined, 400],
    ['POST', '/worlds/main/clock', { advance: '-1h' }, 400],
    ['POST', '/worlds/main/clock', { advance: '999999999999d' }, 400],
    ['POST', '/worlds/main/clock', { set: '0001-01-01T00:00:00Z' }, 400],
    ['POST', '/worlds/main/faults', {}, 400],
    ['POST', '/worlds/main/faults', { operation: 'listNothing', status: 500 }, 400],
    ['POST', '/worlds/main/faults', { operation: 'listTransactions', status: 500 }, 400],
    ['POST', '/worlds/main/faults', { operation: 'listFlips', status: 99 }, 400],
    ['POST', '/worlds/main/faults', { operation: 'listFlips', status: 503, stale: true }, 400],
    ['POST', '/worlds/main/faults', { operation: 'listFlips', delay: '11m' }, 400],
    ['POST', '/worlds/main/faults', { operation: 'listFlips', dribble: '11m' }, 400],
    ['POST', '/worlds/main/faults', { operation: 'listFlips', dribble: 5 }, 400],
    ['POST', '/worlds/main/faults', { operation: 'listFlips', status: 503, probability: 2 }, 400],
    ['POST', '/worlds/main/faults', { named: 'no such server' }, 400],
    ['POST', '/worlds/main/faults', { example: 'x' }, 400],
    ['POST', '/worlds/main/faults', { operation: 'listFlips', status: 503, tims: 1 }, 400],
    ['POST', '/worlds/main/faults', { operation: 'NoSuchMethod', status: 503 }, 400],
    ['POST', '/worlds/main/faults', { operation: 'listFlips', values: [] }, 400],
    ['DELETE', '/worlds/main/faults/none', undefined, 404],
    ['GET', '/worlds/main/faults?limit=101', undefined, 400],
    ['GET', '/worlds/main/faults?after=00000000', undefined, 404],
    ['GET', '/worlds/main/journal?limit=0', undefined, 400],
    ['GET', '/worlds/main/journal?status=9xx', undefined, 400],
    ['POST', '/worlds/main/journal/verify', {}, 400],
    ['POST', '/worlds/main/journal/verify', { operation: 'listflips', times: 0 }, 400],
    ['POST', '/worlds/main/tokens', { user_id: 'nobody' }, 404],
    ['PUT', '/worlds/main/turns/x', { status: 2 }, 400],
    ['PUT', '/worlds/main/turns/1', { status: 1 }, 400],
    ['PUT', '/worlds/main/orders/none', { state: 'Lost' }, 400],
    ['PUT', '/worlds/main/orders/none', { state: 'Done' }, 404],
    ['PUT', '/worlds/main/airdrops/none', { status: 3 }, 404],
    ['PUT', '/worlds/main/people/x/positions/y', { supplied: '-1' }, 400],
    ['POST', '/worlds/main/payments', { code_id: 'none' }, 400],
    ['GET', '/catalogue?service=wallet', undefined, 400],
  ])('%s %s %j: %i', async (method, path, body, code) => {
    const answer = await send(method, path, body);
    expect(answer).toMatchObject({ status: code, body: { code, msg: expect.any(String) } });
  });

  test('the rejection lists the alternatives', async () => {
    const answerOf = async (path: string, requested: unknown) =>
      (await send('POST', `/worlds/main/${path}`, requested)).body;
    expect(await answerOf('faults', { operation: 'listFlips', status: 503, tims: 1 })).toMatchObject({
      msg: 'body must not have "tims"',
    });
    expect(await answerOf('faults', { operation: 'listFlips', connection: 'explode' })).toMatchObject({
      msg: 'body/connection must be one of "drop", "lost", "cut", "hang", "endless", "garbage"',
    });
    expect(await answerOf('journal/verify', { operation: 'allmarkets' })).toMatchObject({
      hint: expect.stringMatching(/listMarkets.*AllMarkets/),
    });
  });

  test('a rejected request changes nothing', async () => {
    const [main, ...others] = await it.sandbox.worlds();
    expect(main).toMatchObject({ id: 'main', faults: 0, clock: { frozen: false, offset_ms: 0 } });
    expect(others).toEqual([]);
  });
});

describe('access to the control', () => {
  test('is granted to local programs, not to pages of another origin or under another host name', async () => {
    const url = `${it.server.httpUrl}/sandbox/about`;
    const { host } = new URL(url);
    expect(await status(url, {})).toBe(200);
    expect(await status(url, { origin: `http://${host}` })).toBe(200);
    expect(await status(url, { origin: 'https://evil.example' })).toBe(403);
    expect(await status(url, { origin: 'null' })).toBe(403);
    expect(await status(url, { 'sec-fetch-site': 'same-origin' })).toBe(200);
    // The request of an image element has no Origin header.
    expect(await status(url, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status(url, { 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await status(url, { host: `evil.example:${new URL(url).port}` })).toBe(403);
  });

  test('is granted to clients with the token, which is never logged', async () => {
    const { log, lines } = keptLog();
    const token = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';
    const { httpUrl } = await testServer({ sandboxToken: token, log, invariants: false });
    expect(await openSandbox({ url: httpUrl, token }).about()).toMatchObject({ token: true });
    for (const wrong of ['', 'wrong', `${token}0`]) {
      await expect(openSandbox({ url: httpUrl, token: wrong }).about()).rejects.toThrow('requires a token');
    }
    expect(JSON.stringify(lines)).not.toContain(token);
  });

  test('is denied without a token on a public interface, and denied to all clients when it is switched off', async () => {
    const open = await testServer({ host: '0.0.0.0', invariants: false });
    const { port } = new URL(open.httpUrl);
    const answer = await call(`http://127.0.0.1:${port}/sandbox/about`);
    expect(answer).toMatchObject({ status: 403, body: { hint: expect.stringContaining('--sandbox-token') } });
    const off = await testServer({ sandbox: false, invariants: false });
    expect((await call(`${off.httpUrl}/sandbox/about`)).status).toBe(404);
  });
});
