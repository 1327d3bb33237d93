/** Runs the conformance suite in a world: it passes while another world is faulty, and detects a faulty world. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openContract } from '@wallet-services/conformance';
import { catalogueOf } from '@wallet-services/conformance/mutants';
import { serviceNames } from '@wallet-services/contract/services';
import { type RunningServer, startServer } from '@wallet-services/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guideSnippets } from './guide.ts';
import { tried } from './worlds.ts';

const contract = openContract();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, rpcPort: 0 });
});
afterAll(() => server.close());

test('all five services conform in a world, over HTTP and RPC, while another one is faulty: as in the guide', async () => {
  const environment = { ...process.env, SANDBOX_URL: server.httpUrl, SANDBOX_GRPC_URL: server.rpcUrl };
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const [, , code = ''] = guideSnippets('sh');
  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', code], { cwd: root, env: environment });
  expect(stdout).toMatch(
    /^NOT CONFORMANT.*the faulty one was found out.*^CONFORMANT in \d+ of \d+ checks; 3 not tried, in [\d.]+ s$/ms,
  );
  const [, whole = ''] = stdout.split('the faulty one was found out');
  expect([...whole.matchAll(/^(\w+) +([1-9]\d*) +0 +\d+ +\d+ +[1-9]\d*$/gm)].map(([, name]) => name)).toEqual(
    serviceNames,
  );
});

describe('a faulty server of the catalogue is detected by its rule, and no longer after it is switched off', () => {
  test.each([
    ['vault', 'listFlips: a page begins with the last item of the page before'],
    ['vault', 'listFlips: the cursor is ignored'],
    ['lending', 'AllMarkets returns another id'],
    ['lending', 'RPC has no PriceRequest'],
  ] as const)('%s: %s', async (service, name) => {
    const entries = (await catalogueOf(service)).filter((entry) => entry.name === name);
    expect(entries).toHaveLength(1);
    for await (const { found, green, verdicts } of tried(server.httpUrl, contract, service, entries)) {
      expect({ found, green, verdicts }).toMatchObject({ found: true, green: true });
    }
  });
});
