/** The conformance suite in a world: it conforms, whatever goes wrong in another; a faulty world is found out. */
import { openSandbox } from '@wallet-services/client/sandbox';
import { openContract, runSuite } from '@wallet-services/conformance';
import { catalogueOf } from '@wallet-services/conformance/faults';
import { serviceNames } from '@wallet-services/contract/services';
import { type RunningServer, startServer } from '@wallet-services/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { targetOf, tried } from './worlds.ts';

const contract = openContract();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, rpcPort: 0 });
});
afterAll(() => server.close());

/** Rules of declarations that ask little. */
const RULES = ['*.schema', '*.paged.*', '*.same-as.*', '*.rpc-only', '*.with-gas', '*.lifetime.*', '*.invariant.*'];

test.each(serviceNames)('%s conforms in a world, while another one is faulty', async (service) => {
  const sandbox = openSandbox({ url: server.httpUrl });
  await using world = await sandbox.world();
  await using other = await sandbox.world();
  for (const one of serviceNames) {
    for (const { name } of (await catalogueOf(one)).slice(0, 3)) await other.faulty(name, { service: one });
  }
  for (const operation of ['listFlips', 'listMarkets', 'createTurn', 'AllMarkets']) {
    await other.fault(operation, { connection: 'drop' });
  }
  await other.advance('30d');
  const target = await targetOf(world, service);
  const { services } = await runSuite(target, {
    contract,
    selection: { rules: RULES },
    timeoutMs: 20_000,
    reproduce: false,
  });
  const checks = services.flatMap(({ checks: each }) => each);
  expect(checks.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(3);
  expect(checks.filter(({ verdict }) => ['fail', 'warn', 'harness-error'].includes(verdict))).toEqual([]);
});

describe('a faulty server of the catalogue is found out by its rule, and no more when it is switched off', () => {
  test.each([
    ['vault', 'listFlips: a page begins with the last item of the page before'],
    ['vault', 'listFlips: the cursor is ignored'],
    ['lending', 'AllMarkets tells another id'],
    ['lending', 'RPC has no PriceRequest'],
  ] as const)('%s: %s', async (service, name) => {
    const entries = (await catalogueOf(service)).filter((entry) => entry.name === name);
    expect(entries).toHaveLength(1);
    for await (const { found, green, says } of tried(server.httpUrl, contract, service, entries)) {
      expect({ found, green, says }).toMatchObject({ found: true, green: true });
    }
  });
});
