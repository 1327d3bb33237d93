import type { ExchangeFinding } from '@wallet-services/contract/sandbox';
import { expect, it } from 'vitest';
import { bounded } from './judge.ts';
import type { JournalEntry } from './shown.ts';

// The judges of this test do not read the entry.
const entry = {} as JournalEntry;
const finding: ExchangeFinding = { rule: 'vault.listFlips.schema', level: 'must', text: 'wrong' };

it('reports an exchange that takes too long to judge as not judged', () => {
  const endless = (): readonly ExchangeFinding[] => {
    for (;;);
  };
  expect(bounded(endless, entry, 50)).toEqual([
    { rule: 'sandbox.unjudged', level: 'observe', text: 'the exchange could not be judged: judging it took too long' },
  ]);
});

it('shows the first findings of an exchange', () => {
  const many = () => Array.from({ length: 45_000 }, () => finding);
  expect(bounded(many, entry)).toHaveLength(20);
});
