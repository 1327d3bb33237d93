import { type Reference, startReference } from '@wallet-services/conformance/testing/clients';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from './report.ts';
import { runScript } from './run.ts';
import { script } from './steps/index.ts';
import { type ClientSuite, openSuite } from './suite.ts';
import type { ChangedClient } from './testing/change.ts';
import { changedClient } from './testing/in-process.ts';
import { rightClients } from './testing/right.ts';
import { wrongClients } from './testing/wrong.ts';

let reference: Reference;
let suite: ClientSuite;

beforeAll(async () => {
  reference = await startReference();
  suite = await openSuite(reference);
});
afterAll(async () => {
  await suite?.close();
  await reference?.close();
});

async function tried(client: ChangedClient) {
  const steps = script.filter(({ id }) => client.steps.includes(id));
  expect(steps.map(({ id }) => id).sort()).toEqual([...client.steps].sort());
  const report = await runScript(suite, changedClient(client), { steps, limitMs: 5_000 });
  return report.steps.filter(({ id }) => id !== 'protocol.end');
}

describe('wrong clients are detected, and no secret is shown', () => {
  test.each(wrongClients(() => suite).map((client) => [client.name, client] as const))(
    'one that %s',
    async (_, client) => {
      for (const step of await tried(client)) {
        expect(step).toMatchObject({ verdict: 'fail' });
        const found = step.problems.map(({ expected, actual }) => `${expected}: ${actual}`).join('\n');
        expect(found).toContain(client.finds);
        const reported = JSON.stringify(step);
        for (const secret of [suite.appSecret, suite.keystore.privateKey, suite.accountKey]) {
          expect(reported).not.toContain(secret);
        }
        expect(reported).not.toMatch(/eyJ[\w-]+\.eyJ/);
      }
    },
  );
});

describe('right clients pass', () => {
  test.each(rightClients.map((client) => [client.name, client] as const))('one that %s', async (_, client) => {
    for (const step of await tried(client)) expect(step).toMatchObject({ verdict: 'pass', problems: [] });
  });
});

test('a client without any support is undecided', async () => {
  const [step] = script;
  const open = async () => ({
    deliver: async () => ({ kind: 'unsupported', reason: 'not yet' }) as const,
    end: async () => null,
    kill: () => undefined,
  });
  const report = await runScript(suite, open, { steps: step === undefined ? [] : [step], limitMs: 1_000 });
  expect(report.steps[0]).toMatchObject({ verdict: 'unsupported', reason: 'not yet' });
  expect(outcomeOf(report)).toBe('undecided');
});
