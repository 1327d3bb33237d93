/** Servers that support only a part of the sandbox, or none: they report it with a hint. */

import { openSandbox } from '@wallet-services/client/sandbox';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { describe, expect, test } from 'vitest';
import { startServer } from '../index.ts';
import { mustSkipPostgres, startPostgres } from '../testing/postgres.ts';
import { call, testServer } from '../testing/server.ts';

describe.skipIf(mustSkipPostgres(process.env))('on PostgreSQL', () => {
  test('worlds exist beside main, which has a clock, faults and a journal, but cannot be saved', {
    timeout: PATIENCE,
  }, async () => {
    const postgres = await startPostgres(process.env);
    try {
      const server = await startServer({ port: 0, rpcPort: 0, data: await postgres.create() });
      try {
        const sandbox = openSandbox({ url: server.httpUrl });
        expect(await sandbox.about()).toMatchObject({ saves_main: false });
        const main = await sandbox.find('main');
        await expect(main.save('all')).rejects.toMatchObject({ status: 409 });
        await using world = await sandbox.world();
        await world.save('seeded');
        await world.fault('listFlips', { status: 500 });
        expect((await call(`${world.services.vault}/flips`)).status).toBe(500);
        await main.fault('listFlips', { status: 503, times: 1 });
        expect((await call(`${server.httpUrl}/vault/flips`)).status).toBe(503);
        await main.called('listFlips', { status: '503' });
      } finally {
        await server.close();
      }
    } finally {
      await postgres.stop();
    }
  });
});

test('a server of several processes has no control API', async () => {
  const { httpUrl } = await testServer({ processes: 2, invariants: false });
  const answer = await call(`${httpUrl}/sandbox/worlds`);
  expect(answer).toMatchObject({ status: 409, body: { hint: expect.stringContaining('--workers') } });
});
