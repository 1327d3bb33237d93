import { expect, test } from 'vitest';
import type { KnownFailure } from '../../model/target.ts';
import { sampleCheck, sampleFinding, sampleReport } from '../../testing/sample.ts';
import { outcomeOf, type ServiceReport } from '../report.ts';
import { everything } from '../selection.ts';
import { type Extent, markKnown, staleKnownFailures } from './known.ts';

const all: Extent = { selection: everything, complete: true };

const entry: KnownFailure = { rule: 'a.fails', reason: 'is being repaired', expires: '2026-11-21' };

function service(changes: Partial<ServiceReport> = {}): ServiceReport {
  const [lending] = sampleReport.services;
  if (lending === undefined) throw new Error('the sample has a service');
  const checks = [
    sampleCheck('a.fails', { operation: 'read', verdict: 'fail', findings: [sampleFinding] }),
    sampleCheck('a.passes'),
    sampleCheck('a.waits', { verdict: 'blocked' }),
  ];
  return { ...lending, checks, ...changes };
}

function outcome(entries: readonly KnownFailure[], today = '2026-11-21', extent = all) {
  const marked = markKnown(service(), entries, today);
  const stale = staleKnownFailures([marked], entries, extent, today);
  return {
    verdict: marked.checks[0]?.verdict,
    stale: stale.map(({ problem }) => problem),
    outcome: outcomeOf([marked], stale),
  };
}

test('a known failure does not fail the run, up to and including the last day', () => {
  expect(outcome([entry])).toEqual({ verdict: 'known', stale: [], outcome: 'undecided' });
  expect(markKnown(service(), [entry], '2026-11-21').checks[0]?.known).toEqual({
    reason: 'is being repaired',
    expires: '2026-11-21',
  });
});

test('a known failure that has expired fails it, for both reasons', () => {
  expect(outcome([entry], '2026-11-22')).toMatchObject({ verdict: 'fail', outcome: 'not conformant' });
  expect(outcome([entry], '2026-11-22').stale).toEqual([expect.stringContaining('expired on 2026-11-21')]);
});

test('an entry that passes now, or matches nothing, fails it', () => {
  expect(outcome([entry, { ...entry, rule: 'a.passes' }]).stale).toEqual([expect.stringContaining('no longer fails')]);
  expect(outcome([entry, { ...entry, rule: 'a.none' }])).toMatchObject({
    stale: [expect.stringContaining('matches no check')],
    outcome: 'not conformant',
  });
  expect(outcome([{ ...entry, operation: 'write' }])).toMatchObject({ verdict: 'fail', outcome: 'not conformant' });
});

test('an entry with the old id of a rule gives the new one', () => {
  const rule = 'lending.listTransactions.sorted.created_at';
  expect(outcome([{ ...entry, rule }]).stale).toEqual([
    expect.stringContaining('use lending.listTransactions.by-time'),
  ]);
});

test('patterns and operations are understood; an undecided check does not count against an entry', () => {
  expect(outcome([{ ...entry, rule: 'a.*', operation: 'read' }])).toMatchObject({ verdict: 'known', stale: [] });
  expect(outcome([entry, { ...entry, rule: 'a.waits' }]).stale).toEqual([]);
});

test('a run of a part of the rules decides nothing about the rest', () => {
  const part: Extent = { selection: { ...everything, rules: ['a.passes'] }, complete: false };
  expect(outcome([entry, { ...entry, rule: 'b.other' }], '2026-11-21', part).stale).toEqual([]);
  expect(outcome([entry, { ...entry, rule: 'a.passes' }], '2026-11-21', part).stale).toHaveLength(1);
  const away = service({ unreachable: 'it cannot be reached' });
  expect(staleKnownFailures([away], [entry], all, '2026-11-21')).toEqual([]);
});
