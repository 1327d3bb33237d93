import { expect, test } from 'vitest';
import { openContract } from '../model/contract.ts';
import { pass } from '../rules/judgement.ts';
import type { KnownRule } from '../rules/rule.ts';
import { conversationsOf } from '../rules/scripts.ts';
import { bareService } from '../target/target.ts';
import { type FinishedCase, runCases } from './cases.ts';
import type { Client } from './client.ts';
import { checksOf, judgeCase } from './judge.ts';
import { sceneOf } from './scene.ts';
import { everything } from './selection.ts';

const scene = await sceneOf(openContract(), {
  service: 'lending',
  target: bareService('http://127.0.0.1'),
  signIn: {},
  seed: 1,
  fuzz: 0,
});

const base: KnownRule = {
  id: 'lending.test',
  service: 'lending',
  operation: null,
  perOperation: false,
  level: 'must',
  text: 'A rule.',
  source: 'document 1, Limits',
};

const options = { selection: everything, allows: () => false, secrets: [], failedPlans: new Map<string, unknown>() };

const client: Client = {
  send: () => Promise.reject(new Error('nothing is sent here')),
  useTarget: () => undefined,
  close: () => undefined,
};

async function checked(rule: KnownRule) {
  const onFinished = (finished: FinishedCase) => judgeCase(finished, [rule], scene);
  const held = { scene, concurrency: 1, readOnly: false, onFinished };
  const judged = await runCases(conversationsOf(rule, scene, false), client, held);
  return checksOf(rule, judged, scene, options);
}

const fault = () => {
  throw new Error('a bug of the suite');
};

test.each([
  ['judge', { judge: fault, plan: () => [{ id: 'a', operation: null, script: function* () {} }] }],
  ['script', { judge: () => [pass], plan: () => [{ id: 'a', operation: null, script: fault }] }],
])('a bug in a %s is a harness-error, not a verdict on the server', async (_, parts) => {
  expect(await checked({ ...base, ...parts })).toMatchObject([
    { verdict: 'harness-error', reasons: [{ reason: 'a bug of the suite' }] },
  ]);
});

test('a bug in a plan is a harness-error too', () => {
  const failedPlans = new Map([[base.id, new Error('a bug of the suite')]]);
  expect(checksOf(base, [], scene, { ...options, failedPlans })).toMatchObject([{ verdict: 'harness-error' }]);
});
