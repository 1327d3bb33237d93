/** The memory of a run does not grow with the number of cases that break rules. */
import { expect, it } from 'vitest';
import { broken } from '../core/judgement.ts';
import { exchange, smallSuite } from '../testing/api.ts';
import type { JudgedCase } from './judge/judge.ts';
import { keeping } from './slim.ts';

const suite = smallSuite({ operations: { readNote: { request: 'GET /note', answer: { type: 'object' } } } });

function brokenCase(): JudgedCase {
  const shown = exchange(suite, 'readNote', [200, { text: 'a'.repeat(5_000) }]);
  const judgement = broken({ expected: 'a note', actual: 'another', pointer: '', exchange: shown });
  return {
    conversation: { id: 'one', operation: 'readNote', rules: ['own'], hold: async () => undefined },
    exchanges: [shown, shown],
    reported: new Map([['own', [judgement]]]),
    error: null,
    forbidden: false,
    judgements: new Map([['own', [{ operation: 'readNote', judgement }]]]),
    mutants: new Map(),
  };
}

it('keeps the exchanges of a broken rule up to a limit, and after it only those that show the breach', () => {
  const kept = keeping(15_000);
  const [first, second] = [kept(brokenCase()), kept(brokenCase())];
  expect(first.exchanges).toHaveLength(2);
  expect([second.exchanges.length, second.reported.size]).toEqual([0, 0]);
  const [placed] = second.judgements.get('own') ?? [];
  const breach = placed?.judgement.verdict === 'broken' ? placed.judgement.breach : undefined;
  const { outcome } = breach?.exchange ?? {};
  expect(outcome?.kind === 'answer' ? outcome.body.text.length : 0).toBe(2_000);
  expect(breach?.actual).toBe('another');
});
