import { expect, test } from 'vitest';
import { testServer } from '../testing/server.ts';

const ORIGIN = 'https://app.example.org';

const preflight = (url: string, method: string, headers: string) =>
  fetch(url, {
    method: 'OPTIONS',
    headers: { Origin: ORIGIN, 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': headers },
  });

test('a page of any origin may call every service, over HTTP and RPC, with its credentials', async () => {
  const { httpUrl } = await testServer();
  for (const path of ['/lending/api/v1/pay-requests', '/lending.v1.Lending/AllMarkets', '/twirp/Lending/AllMarkets']) {
    const { status, headers } = await preflight(`${httpUrl}${path}`, 'POST', 'authorization,content-type');
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('access-control-allow-methods')).toBe('POST');
    expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type');
  }
});

test('a page may read answers and refusals', async () => {
  const { httpUrl } = await testServer();
  for (const path of ['/lending/api/v1/markets/all', '/lending/api/v1/transactions?limit=x', '/nothing']) {
    const { headers } = await fetch(`${httpUrl}${path}`, { headers: { Origin: ORIGIN } });
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(headers.get('access-control-expose-headers')).toMatch(/^\*, .*Retry-After/);
  }
});

test('a request that is no preflight is answered as before', async () => {
  const { httpUrl } = await testServer();
  const url = `${httpUrl}/lending/api/v1/markets/all`;
  const plain = await fetch(url);
  expect(plain.headers.get('access-control-allow-origin')).toBeNull();
  const options = await fetch(url, { method: 'OPTIONS', headers: { Origin: ORIGIN } });
  expect(options.headers.get('allow')).toMatch(/GET/);
});

test('a page of another origin cannot grant an application access for the user', async () => {
  const { networkUrl } = await testServer();
  const { headers } = await preflight(`${networkUrl}/oauth/authorize`, 'POST', 'content-type');
  expect(headers.get('access-control-allow-origin')).toBeNull();
});
