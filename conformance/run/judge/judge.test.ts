import { expect, test } from 'vitest';
import { broken, pass } from '../../core/judgement.ts';
import type { Conversation, KnownRule } from '../../core/rule.ts';
import { strayCall } from '../../model/call.ts';
import type { Answer, Exchange, Failure } from '../../model/exchange.ts';
import { bareService } from '../../model/target.ts';
import { type FinishedCase, runCases } from '../cases.ts';
import { suiteContextOf } from '../context.ts';
import { openContract } from '../contract.ts';
import { everything } from '../selection.ts';
import type { Client } from '../send/client.ts';
import { checksOf, judgeCase } from './judge.ts';

const suite = await suiteContextOf(openContract(), {
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

const options = { selection: everything, allows: () => false, secrets: [] };

const client: Client = {
  send: () => Promise.reject(new Error('nothing is sent here')),
  useTarget: () => undefined,
  close: () => undefined,
};

const call = strayCall('/', 'nothing');
const exchange: Exchange = {
  call,
  url: 'http://127.0.0.1/',
  method: 'GET',
  headers: {},
  requestBody: null,
  outcome: { kind: 'failure', reason: 'closed', message: 'closed' },
};

const finished: FinishedCase = {
  conversation: { id: 'a', operation: null, rules: [], hold: async () => undefined },
  exchanges: [],
  reported: new Map(),
  error: null,
  forbidden: false,
};

async function checked(rule: KnownRule, hold: Conversation['hold'] = async () => undefined) {
  const conversation = { id: 'a', operation: null, rules: [rule.id], hold };
  const onFinished = (finished: FinishedCase) => judgeCase(finished, [rule], suite);
  const held = { suite, concurrency: 1, readOnly: false, onFinished };
  return checksOf(rule, await runCases([conversation], client, held), suite, options);
}

const HARNESS_ERROR = [{ verdict: 'harness-error', reasons: [{ reason: 'a bug of the suite' }] }];

test('a bug in a conversation is a harness-error, not a verdict on the server', async () => {
  const found = await checked(base, async (_, report) => {
    report(base.id, pass);
    throw new Error('a bug of the suite');
  });
  expect(found).toMatchObject(HARNESS_ERROR);
});

test('a bug in a watching rule is a harness-error too', async () => {
  const watch = () => {
    throw new Error('a bug of the suite');
  };
  const found = checksOf(
    { ...base, watch },
    [judgeCase({ ...finished, exchanges: [exchange] }, [{ ...base, watch }], suite)],
    suite,
    options,
  );
  expect(found).toMatchObject(HARNESS_ERROR);
});

const limited: Answer = {
  kind: 'answer',
  status: 429,
  contentType: null,
  retryAfter: null,
  body: { text: '', bytes: 0, json: { ok: false, problem: 'an empty body' } },
};
const failure = (reason: Failure['reason']): Failure => ({ kind: 'failure', reason, message: 'no answer' });

test.each([
  ['a limited rate', limited, 'blocked'],
  ['an answer that takes its time', failure('slow'), 'blocked'],
  ['a request that was not sent', failure('skipped'), 'blocked'],
  ['a closed connection', failure('closed'), 'fail'],
  ['a refusal', { ...limited, status: 404 }, 'fail'],
] as const)('%s says of no rule more than it can, whatever the rule makes of it', async (_, outcome, verdict) => {
  const breach = { expected: 'an answer', actual: 'none', exchange: { ...exchange, outcome } };
  const found = await checked(base, async (_ctx, report) => report(base.id, pass, broken(breach)));
  expect(found).toMatchObject([{ verdict }]);
});
