import { expect, test } from 'vitest';
import type { Check, RunReport, ServiceReport } from '../run/report.ts';
import { sampleCheck, sampleFinding, sampleReport } from '../testing/sample.ts';
import { combineReports } from './combine.ts';

function reportWith(startedAt: string, ...checks: readonly Check[]): RunReport {
  const [lending] = sampleReport.services;
  if (lending === undefined) throw new Error('the sample has a service');
  const clock = { startedAt, milliseconds: 1000 };
  const services = [{ ...lending, unreachable: null, unchecked: [], requests: 10, checks }];
  return { ...sampleReport, outcome: 'conformant', staleKnownFailures: [], services, clock };
}

test('a finding of one run is kept, and a finding of both is listed once', () => {
  const other = { ...sampleFinding, pointer: '/data/0/other' };
  const combined = combineReports([
    reportWith(
      '2026-01-01T00:00:00.000Z',
      sampleCheck('a'),
      sampleCheck('b', { verdict: 'fail', findings: [sampleFinding] }),
    ),
    reportWith(
      '2026-01-01T00:00:05.000Z',
      sampleCheck('a', { verdict: 'fail', findings: [other] }),
      sampleCheck('b', { verdict: 'fail', findings: [sampleFinding, other] }),
    ),
  ]);
  const [service] = combined.services;
  expect(service?.checks.map(({ rule, verdict, findings }) => [rule, verdict, findings.length])).toEqual([
    ['a', 'fail', 1],
    ['b', 'fail', 2],
  ]);
  expect(service?.requests).toBe(20);
  expect(combined.outcome).toBe('not conformant');
  expect(combined.clock).toEqual({ startedAt: '2026-01-01T00:00:00.000Z', milliseconds: 6000 });
});

test('a check that every run decided is decided, and one that a run left open is not', () => {
  const open = sampleCheck('a', { verdict: 'inconclusive' });
  const passed = reportWith('2026-01-01T00:00:00.000Z', sampleCheck('a'));
  expect(combineReports([passed, passed]).outcome).toBe('conformant');
  expect(combineReports([passed, reportWith('2026-01-01T00:00:00.000Z', open)]).outcome).toBe('undecided');
});

test('the first reason why a service was not reached is kept, and all that was not checked', () => {
  const passed = reportWith('2026-01-01T00:00:00.000Z', sampleCheck('a'));
  const withState = (unreachable: string | null, unchecked: readonly string[]): RunReport => ({
    ...passed,
    services: passed.services.map((service) => ({ ...service, unreachable, unchecked })),
  });
  const combined = combineReports([withState(null, ['a']), withState('first', ['a', 'b']), withState('second', [])]);
  expect(combined.services).toMatchObject([{ unreachable: 'first', unchecked: ['a', 'b'] }]);
  expect(combineReports([passed, passed]).services).toMatchObject([{ unreachable: null, unchecked: [] }]);
});

test('the gravest verdict of a check is kept, whichever run has it', () => {
  const gravest = [
    'fail',
    'known',
    'harness-error',
    'unjudged',
    'blocked',
    'inconclusive',
    'warn',
    'observed',
  ] as const;
  const order = [...gravest, 'unsupported', 'pass'] as const;
  for (const [place, verdict] of order.slice(0, -1).entries()) {
    const [one, other] = [verdict, order[place + 1] ?? 'pass'].map((some) =>
      reportWith('2026-01-01T00:00:00.000Z', sampleCheck('a', { verdict: some })),
    );
    if (one === undefined || other === undefined) throw new Error('there are two');
    const verdicts = [combineReports([one, other]), combineReports([other, one])].map(
      ({ services }) => services[0]?.checks[0]?.verdict,
    );
    expect(verdicts).toEqual([verdict, verdict]);
  }
});

test('the extent of a run is that of all, and so is its end', () => {
  const run = (startedAt: string, changes: Partial<RunReport>) => ({
    ...reportWith(startedAt, sampleCheck('a')),
    ...changes,
  });
  const stale = { rule: 'a', operation: null, problem: 'is gone' } as RunReport['staleKnownFailures'][number];
  const plain = run('2026-01-01T00:00:00.000Z', { partial: false, readOnly: false });
  const other = run('2025-12-31T23:59:59.000Z', { partial: true, readOnly: true, staleKnownFailures: [stale] });
  expect(combineReports([plain, plain])).toMatchObject({ partial: false, readOnly: false, outcome: 'conformant' });
  expect(combineReports([plain, plain])).not.toHaveProperty('ended');
  expect(combineReports([plain, other, { ...other, ended: 'time' }])).toMatchObject({
    partial: true,
    readOnly: true,
    ended: 'time',
    outcome: 'not conformant',
    staleKnownFailures: [stale],
    clock: { startedAt: '2025-12-31T23:59:59.000Z', milliseconds: 2000 },
  });
});

test('an operation that one run called was called, and what each run left on the server is added up', () => {
  const [why, reason] = ['it moves money', 'the server did not delete them'];
  const withState = (state: Partial<ServiceReport>): RunReport => {
    const passed = reportWith('2026-01-01T00:00:00.000Z', sampleCheck('a'));
    return { ...passed, services: passed.services.map((service) => ({ ...service, ...state })) };
  };
  const [one, other] = [
    { operation: 'transfer', why },
    { operation: 'close', why },
  ];
  const called = [sampleCheck('a'), sampleCheck('b', { operation: 'transfer' })];
  const combined = combineReports([
    withState({ leftOut: [one], remaining: [{ operation: 'open', count: 2, why: reason }] }),
    withState({ checks: called, wentAway: 'POST /close', remaining: [{ operation: 'open', count: 1, why: reason }] }),
    // This run selected other operations than those.
    withState({ leftOut: [other] }),
  ]);
  expect(combined.services).toMatchObject([
    { leftOut: [other], wentAway: 'POST /close', remaining: [{ operation: 'open', count: 3, why: reason }] },
  ]);
  const [service] = combineReports([withState({ leftOut: [one] }), withState({ checks: called })]).services;
  expect([service?.leftOut, service?.remaining, service?.wentAway]).toEqual([undefined, undefined, undefined]);
});
