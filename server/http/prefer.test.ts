import { serviceNames } from '@wallet-services/contract/services';
import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../config/index.ts';
import { exampleAnswer, readDocument } from '../contract/index.ts';
import { call, post, testServer, VALIDATORS } from '../testing/server.ts';

const prefer = (Prefer: string) => ({ headers: { Prefer } });
const MARKETS = '/lending/api/v1/markets/all';

describe.each(VALIDATORS)('a request that prefers an answer, with %s', (validator) => {
  test('gets the example with that status or name, and a confirmation', async () => {
    const { httpUrl } = await testServer({ validator, services: serviceNames });
    const responseTo = async (path: string, preferred: string) => {
      const { status, headers, body } = await call(`${httpUrl}${path}`, prefer(preferred));
      expect(headers.get('preference-applied')).toBe(preferred);
      return { status, body };
    };
    for (const path of [MARKETS, '/comment/comments?site_id=21', '/swap/pairs', '/vault/flips']) {
      for (const code of [403, 409, 422, 429]) {
        expect(await responseTo(path, `code=${code}`)).toMatchObject({ status: code, body: { code } });
      }
    }
    expect(await responseTo(MARKETS, 'example=too-many-requests')).toMatchObject({ status: 429, body: { code: 429 } });
    expect(await responseTo('/comment/comments?site_id=21', 'example=no-comments')).toEqual({
      status: 200,
      body: exampleAnswer(await readDocument('comment'), 'listComments', 'no-comments'),
    });
    expect(await responseTo(MARKETS, 'code=200, example=no-markets')).toEqual({ status: 200, body: { data: [] } });
  });

  test('is validated first', async () => {
    const { httpUrl } = await testServer({ validator });
    const { status, headers } = await post(`${httpUrl}/lending/api/v1/pay-requests`, {}, { Prefer: 'code=200' });
    expect([status, headers.get('preference-applied')]).toEqual([400, null]);
  });
});

test('an answer may have no body', async () => {
  const { httpUrl } = await testServer({ services: ['swap'] });
  const body = JSON.stringify({ code: 'any', broker_id: '5f2e8f0a-1b3c-4d5e-8f90-a1b2c3d4e5f6', label: 'wallet' });
  const { headers } = prefer('code=204');
  const response = await fetch(`${httpUrl}/swap/oauth`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
  });
  expect([response.status, await response.text()]).toEqual([204, '']);
});

test('a preference without an example is rejected in the documented form; other preferences are ignored', async () => {
  const { httpUrl } = await testServer();
  const markets = async (preferred: string) => call(`${httpUrl}${MARKETS}`, prefer(preferred));
  expect(await markets('code=many')).toMatchObject({ status: 400, body: { code: 400 } });
  expect(await markets('code=503')).toMatchObject({ status: 404, body: { code: 404, hint: 'it has: 200, 4XX' } });
  expect(await markets('example=nonsense')).toMatchObject({
    status: 404,
    body: { hint: expect.stringContaining('too-many-requests (429)') },
  });
  expect(await markets('return=minimal, dynamic=true')).toMatchObject({ status: 200 });
});

test.each([
  ['has the option prefer: false', { prefer: false }],
  ['is there for other machines', { host: '0.0.0.0' }],
  ['has no sandbox', { config: { ...DEFAULT_CONFIG, networkUrl: 'http://127.0.0.1:9' } }],
])('a server that %s ignores it, unless an option enables it', async (_why, options) => {
  const without = await testServer(options);
  expect((await call(`${without.httpUrl}${MARKETS}`, prefer('code=429'))).status).toBe(200);
  const reported = await testServer({ ...options, prefer: true });
  expect((await call(`${reported.httpUrl}${MARKETS}`, prefer('code=429'))).status).toBe(429);
});
