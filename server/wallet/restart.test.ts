import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../index.ts';
import { call, post, testServer } from '../testing/server.ts';
import { signedMessage, testAccount, walletToken } from '../testing/wallet.ts';

test('a restart keeps keystores and nonces', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const options = { port: 0, rpcPort: 0, data: join(folder, 'data.db') };
  const message = { method: 'mvm', ...signedMessage(testAccount()) };

  const first = await startServer(options);
  expect(await post(`${first.httpUrl}/comment/auth/login`, message)).toMatchObject({ status: 200 });
  const token = await walletToken(first, 'Jonas');
  await first.close();

  const second = await testServer({ services: ['comment'], ...options });
  expect(second.keystores).toEqual(first.keystores);
  const headers = { Authorization: `Bearer ${token}` };
  expect(await call(`${second.networkUrl}/me`, { headers })).toMatchObject({ status: 200 });
  expect(await post(`${second.httpUrl}/comment/auth/login`, message)).toMatchObject({
    status: 401,
    body: { msg: expect.stringContaining('nonce') },
  });
});

test('requests that need the network are answered through a shutdown', async () => {
  const server = await startServer({ port: 0, rpcPort: 0 });
  const headers = { Authorization: `Bearer ${await walletToken(server, 'Mira')}` };
  const answers = Array.from({ length: 100 }, () => call(`${server.httpUrl}/vault/me/vats`, { headers }));
  // After the first answer, other requests are pending, and the rest is not accepted yet.
  await Promise.race(answers);
  await server.close();
  const statuses = (await Promise.allSettled(answers)).flatMap((result) =>
    result.status === 'fulfilled' ? [result.value.status] : [],
  );
  expect(statuses.length).toBeGreaterThan(1);
  expect(new Set(statuses)).toEqual(new Set([200]));
});
