import { readKeystore, signToken } from '@wallet-services/client/sign-in';
import { expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../config/index.ts';
import { startServer } from '../start.ts';
import { call, testServer } from '../testing/server.ts';
import { walletToken } from '../testing/wallet.ts';

test('on a separate port the network is served at the root, so that the signed path is that of the URL', async () => {
  const server = await testServer({ walletPort: 0 });
  const { pathname } = new URL(`${server.networkUrl}/me`);
  expect(pathname).toBe('/me');
  const token = await walletToken(server, 'Mira', { method: 'GET', path: pathname });
  const headers = { Authorization: `Bearer ${token}` };
  const own = await call(`${server.networkUrl}/me`, { headers });
  expect(own).toMatchObject({ status: 200, body: { data: { full_name: expect.stringContaining('Mira') } } });
  expect((await call(`${server.httpUrl}/wallet/me`, { headers })).body).toEqual(own.body);
  expect(await call(`${server.networkUrl}/lending/api/v1/markets/all`)).toMatchObject({ status: 404 });
  expect(await call(`${server.networkUrl}/healthz`)).toMatchObject({ status: 200 });
});

test('a separate port requires the built-in network, not an external one', async () => {
  const config = { ...DEFAULT_CONFIG, networkUrl: 'http://127.0.0.1:1' };
  await expect(startServer({ port: 0, rpcPort: 0, walletPort: 0, config })).rejects.toThrow(
    /^--wallet-port serves the sandbox network/,
  );
});

test('keystores are shown with both forms of the private key, and either can sign', async () => {
  const server = await testServer();
  const { body } = await call(`${server.httpUrl}/`, { headers: { Accept: 'application/json' } });
  const [shown] = (body as { wallet: { keystores: Record<string, string>[] } }).wallet.keystores;
  const lengths = [shown?.private_key, shown?.private_key_64].map((key = '') => Buffer.from(key, 'base64url').length);
  expect(lengths).toEqual([32, 64]);
  for (const private_key of [shown?.private_key, shown?.private_key_64]) {
    const keystore = readKeystore(JSON.stringify({ ...shown, private_key }));
    const headers = { Authorization: `Bearer ${await signToken(keystore)}` };
    expect((await call(`${server.httpUrl}/wallet/me`, { headers })).status).toBe(200);
  }
});
