import { expect, test } from 'vitest';
import { sampleCheck, sampleReport } from '../testing/sample.ts';
import { type Check, outcomeOf, type ServiceReport } from './report.ts';

function service(checks: readonly Check[], changes: Partial<ServiceReport> = {}): ServiceReport {
  const [lending] = sampleReport.services;
  if (lending === undefined) throw new Error('the sample has a service');
  return { ...lending, unchecked: [], checks, ...changes };
}

const passed = sampleCheck('a');

test('conformant requires that everything was decided', () => {
  expect(outcomeOf([service([passed])])).toBe('conformant');
  expect(outcomeOf([service([])])).toBe('undecided');
  expect(outcomeOf([service([passed], { unchecked: ['b'] })])).toBe('undecided');
  expect(outcomeOf([service([passed]), service([passed], { unreachable: 'it cannot be reached' })])).toBe('undecided');
});

test.each([
  ['fail', 'not conformant'],
  ['known', 'conformant'],
  ['warn', 'conformant'],
  ['observed', 'conformant'],
  ['unsupported', 'conformant'],
  ['inconclusive', 'undecided'],
  ['blocked', 'undecided'],
  ['harness-error', 'undecided'],
] as const)('%s beside a pass: %s', (verdict, outcome) => {
  expect(outcomeOf([service([passed, sampleCheck('b', { verdict })])])).toBe(outcome);
});

test('a failure outweighs undecided checks, which the target may allow', () => {
  const undecided = sampleCheck('b', { verdict: 'inconclusive' });
  expect(outcomeOf([service([sampleCheck('c', { verdict: 'fail' }), undecided])])).toBe('not conformant');
  expect(outcomeOf([service([passed, { ...undecided, allowed: true }])])).toBe('conformant');
});
