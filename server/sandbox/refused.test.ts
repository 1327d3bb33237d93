/** Where the sandbox has no worlds, or no control: it says so, and what to do. */
import { openSandbox } from '@wallet-services/client/sandbox';
import { describe, expect, test } from 'vitest';
import { startServer } from '../index.ts';
import { mustSkipPostgres, startPostgres } from '../testing/postgres.ts';
import { ask, testServer } from '../testing/server.ts';

describe.skipIf(mustSkipPostgres(process.env))('on PostgreSQL', () => {
  test('there are no worlds; clock, faults and journal of main are there', { timeout: 120_000 }, async () => {
    const postgres = await startPostgres(process.env);
    try {
      const server = await startServer({ port: 0, rpcPort: 0, data: await postgres.create() });
      try {
        const sandbox = openSandbox({ url: server.httpUrl });
        expect(await sandbox.about()).toMatchObject({ worlds: false, reason: expect.stringContaining('--data') });
        await expect(sandbox.world()).rejects.toMatchObject({ status: 409 });
        await expect(sandbox.world()).rejects.toThrow('start without --data postgres://');
        const main = await sandbox.find('main');
        await main.fault('listFlips', { status: 503, times: 1 });
        expect((await ask(`${server.httpUrl}/vault/flips`)).status).toBe(503);
        await main.called('listFlips', { status: '503' });
      } finally {
        await server.close();
      }
    } finally {
      await postgres.stop();
    }
  });
});

test('several processes are not controlled', async () => {
  const { httpUrl } = await testServer({ processes: 2, invariants: false });
  const answer = await ask(`${httpUrl}/sandbox/worlds`);
  expect(answer).toMatchObject({ status: 409, body: { hint: expect.stringContaining('--workers') } });
});
