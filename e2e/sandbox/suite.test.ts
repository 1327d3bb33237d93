/** The conformance suite in a world: it conforms, whatever goes wrong in another; a faulty world is found out. */
import { openSandbox } from '@wallet-services/client/sandbox';
import { runSuite } from '@wallet-services/conformance';
import { startServer } from '@wallet-services/server';
import { expect, test } from 'vitest';
import { type Tried, targetOf, tried } from './worlds.ts';

test('vault conforms in a world, while another one is faulty', async () => {
  const server = await startServer({ port: 0, rpcPort: 0 });
  try {
    const sandbox = openSandbox({ url: server.httpUrl });
    const [world, other] = [await sandbox.world(), await sandbox.world()];
    await other.fault('listFlips', { status: 500 });
    await other.fault('listVaults', { connection: 'drop' });
    await other.advance('30d');
    const { services } = await runSuite(await targetOf(world, 'vault'), { timeoutMs: 20_000 });
    const checks = services.flatMap(({ checks: each }) => each);
    expect(checks.length).toBeGreaterThan(50);
    expect(checks.filter(({ verdict }) => ['fail', 'warn', 'harness-error'].includes(verdict))).toEqual([]);
  } finally {
    await server.close();
  }
});

test('a faulty server of the catalogue is found out by its rule, and no more when it is switched off', async () => {
  const sample = [
    'listFlips: a page begins with the last item of the page before',
    'listFlips: the cursor is ignored',
    'listFlips: a page holds one more than its limit',
  ];
  const results: Tried[] = [];
  for await (const result of tried('vault', ({ name }) => sample.includes(name))) results.push(result);
  expect(results).toEqual(results.map(({ name }) => ({ name, found: true, green: true })));
  expect(results.length).toBe(sample.length);
});
