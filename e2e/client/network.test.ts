/** Verifies sign-ins by the client's verifier with the sandbox network of a reference server. */
import { DEFAULT_CONFIG } from '@wallet-services/server/testing/config';
import { keptLog, post, testServer } from '@wallet-services/server/testing/server';
import { walletToken } from '@wallet-services/server/testing/wallet';
import { expect, test } from 'vitest';

test('services of one server can use the sandbox of another', async () => {
  const sandbox = await testServer({ services: [] });
  const server = await testServer({
    services: ['vault'],
    config: { ...DEFAULT_CONFIG, networkUrl: sandbox.networkUrl },
  });
  const url = `${server.httpUrl}/vault/me/vats`;
  const headers = { Authorization: `Bearer ${await walletToken(sandbox, 'Mira')}` };
  expect((await fetch(url, { headers })).status).toBe(200);
  expect((await fetch(`${server.httpUrl}/wallet/me`, { headers })).status).toBe(404);
});

test('a sign-in while the network is down is a 503 with a log entry that does not contain the token', async () => {
  const { log, lines } = keptLog();
  const server = await testServer({
    services: ['comment'],
    log,
    config: { ...DEFAULT_CONFIG, networkUrl: 'http://127.0.0.1:1/api' },
  });
  const { status } = await post(`${server.httpUrl}/comment/auth/login`, {
    method: 'mixin_token',
    mixin_token: 'a.b.c',
  });
  expect(status).toBe(503);
  const text = JSON.stringify(lines);
  expect(text).toContain('the wallet network at http://127.0.0.1:1/api/me does not respond');
  expect(text).not.toContain('a.b.c');
});
