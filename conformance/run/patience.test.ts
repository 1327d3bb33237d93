import { expect, test } from 'vitest';
import type { Answer, Failure } from '../model/exchange.ts';
import { Patience } from './patience.ts';

const body = { text: '', bytes: 0, json: { ok: false, problem: 'an empty body' } } as const;
const answer: Answer = { kind: 'answer', status: 200, contentType: null, retryAfter: null, body };
const silence: Failure = { kind: 'failure', reason: 'timeout', message: 'no answer within 10 s' };
const nobody: Failure = { kind: 'failure', reason: 'unreachable', message: 'no connection' };

test('a slow operation is given up alone, and what would help is told', () => {
  const patience = new Patience(10_000);
  patience.judged('listBooks', true, answer);
  for (const reason of ['slow', 'slow', 'slow']) {
    expect(patience.refusal('readTurn')).toBeNull();
    expect(patience.judged('readTurn', true, silence)).toMatchObject({ reason });
  }
  expect(patience.refusal('readTurn')).toMatchObject({
    reason: 'skipped',
    message: 'not sent, since readTurn left requests without an answer within 10 s',
    hint: 'if it only takes its time, --timeout 60 waits longer',
  });
  expect(patience.refusal('listBooks')).toBeNull();
});

test('a request that must be refused is not slow, and neither is one to a server that answers nothing', () => {
  const patience = new Patience(10_000);
  expect(patience.judged('listBooks', true, silence)).toEqual(silence);
  patience.judged('listBooks', true, answer);
  expect(patience.judged('listBooks', false, silence)).toEqual(silence);
});

test('a service is given up when several operations in a row are silent', () => {
  const patience = new Patience(10_000);
  for (const operation of ['a', 'b', 'c']) patience.judged(operation, true, silence);
  expect(patience.refusal('d')).toMatchObject({ reason: 'skipped', message: expect.stringContaining('the service') });
});

test('a service is given up where nobody listens', () => {
  const patience = new Patience(10_000);
  for (let times = 0; times < 3; times += 1) patience.judged('a', true, nobody);
  expect(patience.refusal('b')).toMatchObject({ reason: 'skipped' });
});

test('an answer restores patience', () => {
  const patience = new Patience(10_000);
  for (const operation of ['a', 'b', 'a', 'a']) patience.judged(operation, true, silence);
  patience.judged('b', true, answer);
  expect(patience.refusal('b')).toBeNull();
});
