import { expect, test } from 'vitest';
import type { Answer, Failure } from '../../model/exchange.ts';
import { Patience } from './patience.ts';

const body = { text: '', bytes: 0, json: { ok: false, problem: 'an empty body' } } as const;
const answer: Answer = { kind: 'answer', status: 200, contentType: null, retryAfter: null, body };
const silence: Failure = { kind: 'failure', reason: 'timeout', message: 'no response within 10 s' };
const unreachable: Failure = { kind: 'failure', reason: 'unreachable', message: 'no connection' };

test('only the slow operation is given up, with a hint', () => {
  const patience = new Patience(10_000);
  patience.judged('listBooks', true, answer);
  for (const reason of ['slow', 'slow', 'slow']) {
    expect(patience.refusal('readTurn')).toBeNull();
    expect(patience.judged('readTurn', true, silence)).toMatchObject({ reason });
  }
  expect(patience.refusal('readTurn')).toMatchObject({
    reason: 'skipped',
    message: 'not sent, since readTurn did not respond to earlier requests within 10 s',
    hint: 'if it is only slow, wait longer with --timeout 60',
  });
  expect(patience.refusal('listBooks')).toBeNull();
});

test('a request that must be rejected is not slow, and neither is one to a server that answers nothing', () => {
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

test('a service without a listener is given up', () => {
  const patience = new Patience(10_000);
  for (let times = 0; times < 3; times += 1) patience.judged('a', true, unreachable);
  expect(patience.refusal('b')).toMatchObject({ reason: 'skipped' });
});

test('an answer restores patience', () => {
  const patience = new Patience(10_000);
  for (const operation of ['a', 'b', 'a', 'a']) patience.judged(operation, true, silence);
  patience.judged('b', true, answer);
  expect(patience.refusal('b')).toBeNull();
});

function of(status: number, retryAfter: string | null = null): Answer {
  return { ...answer, status, retryAfter };
}

const reading = { isReading: true };

/** The pauses before each repeat, until the outcome is final. */
function pauses(patience: Patience, outcome: Answer | Failure, sent = reading): readonly number[] {
  const made: number[] = [];
  for (let times = 1; ; times += 1) {
    const pause = patience.pause('a', sent, outcome, times);
    if (pause === null) return made;
    made.push(pause);
  }
}

test.each([
  ['a limited rate', of(429), [1000, 2000, 4000, 8000, 16_000, 30_000]],
  ['one that says how long', of(429, '7'), [7000, 7000, 7000, 7000, 7000, 7000]],
  [
    'one that says until when',
    { ...of(429, 'Mon, 01 Jan 2035 00:00:05 GMT'), date: 'Mon, 01 Jan 2035 00:00:00 GMT' },
    [5000, 5000, 5000, 5000, 5000, 5000],
  ],
  ['one that says at once', of(429, '0'), [100, 100, 100, 100, 100, 100]],
  ['one that takes a minute', of(429, '59'), [59_000]],
  ['an hour', of(429, '3600'), []],
  ['a server that is full', of(503, '2'), [2000, 2000, 2000, 2000, 2000, 2000]],
  ['a server that is away', of(503), [300, 1000, 3000]],
  ['a gateway', of(502), [300, 1000, 3000]],
  ['a server that listens no more', unreachable, [300, 1000, 3000]],
  ['a fault of the server', of(500), []],
  ['a refusal', of(404), []],
  ['a silence', silence, [300]],
] as const)('%s is waited for, for a while and once', (_, outcome, expected) => {
  const patience = new Patience(10_000);
  patience.judged('a', true, answer);
  expect(pauses(patience, outcome)).toEqual(expected);
  // The outcome did not change, so it is not repeated until there is another one.
  expect(pauses(patience, outcome)).toEqual([]);
  expect(patience.pause('a', reading, answer, 1)).toBeNull();
  expect(pauses(patience, outcome)).toEqual(expected);
});

test('a request that a gateway may have passed on is not repeated, and a server that never listened is not waited for', () => {
  const patience = new Patience(10_000);
  expect(pauses(patience, unreachable)).toEqual([]);
  expect(pauses(patience, of(502), { isReading: false })).toEqual([]);
});

test('a server that always asks for more time gets a limited amount', () => {
  const patience = new Patience(10_000);
  let waited = 0;
  for (let times = 0; times < 1000; times += 1) {
    waited += patience.pause('a', reading, of(429, '60'), 1) ?? 0;
    patience.pause('a', reading, answer, 1);
  }
  expect(waited).toBeLessThan(700_000);
});

test('an unanswered reading request is repeated once where others are answered', () => {
  const patience = new Patience(10_000);
  expect(pauses(patience, silence)).toEqual([]);
  patience.judged('b', true, answer);
  expect(pauses(patience, silence)).toEqual([300]);
  expect(pauses(patience, silence, { isReading: false })).toEqual([]);
});
