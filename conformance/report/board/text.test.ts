import { styleFor } from '@wallet-services/kit/style';
import { expect, test } from 'vitest';
import type { Check, RunReport } from '../../run/report.ts';
import { sampleCheck, sampleReport } from '../../testing/sample.ts';
import { boardText } from './text.ts';

function reportWith(...checks: readonly Check[]): RunReport {
  const [lending] = sampleReport.services;
  if (lending === undefined) throw new Error('the sample has a service');
  return { ...sampleReport, services: [{ ...lending, checks }] };
}

function textOf(left: RunReport, right: RunReport): string {
  return boardText(
    [
      { name: 'a.json', report: left },
      { name: 'b.json', report: right },
    ],
    styleFor(false),
  );
}

function open(observed: string | null, rule = 'lending.open'): Check {
  return sampleCheck(rule, { level: 'observe', verdict: observed === null ? 'inconclusive' : 'observed', observed });
}

test('shows where two implementations chose differently, and counts equal choices', () => {
  const text = textOf(
    reportWith(open('ascending'), open('500', 'lending.most')),
    reportWith(open('descending'), open('500', 'lending.most')),
  );
  expect(text).toContain('lending: 1 open question with different choices, 1 with the same choice, 0 not comparable');
  expect(text).toMatch(/lending\.open {2}.*\n {4}A {2}ascending\n {4}B {2}descending/);
  expect(text).not.toContain('lending.most');
  expect(text).not.toContain('verdicts differ');
});

test('an observation of only one of them is neither alike nor different', () => {
  const text = textOf(reportWith(open('ascending')), reportWith(open(null)));
  expect(text).toContain('0 open questions with different choices, 0 with the same choice, 1 not comparable');
  expect(text).not.toContain('(not observed)');
});

test('shows where verdicts differ, and the checks that only one of them has', () => {
  const text = textOf(
    reportWith(sampleCheck('a'), sampleCheck('b')),
    reportWith(sampleCheck('a', { verdict: 'fail' })),
  );
  expect(text).toContain('lending: 2 verdicts differ');
  expect(text).toMatch(/ {2}a {2}.*\n {4}A {2}pass\n {4}B {2}fail/);
  expect(text).toMatch(/ {2}b {2}.*\n {4}A {2}pass\n {4}B {2}\(not checked\)/);
});

test('counts the checks of each run, with the change since the run before', () => {
  const text = textOf(
    reportWith(sampleCheck('a'), sampleCheck('b', { verdict: 'fail' }), sampleCheck('c', { verdict: 'blocked' })),
    reportWith(sampleCheck('a'), sampleCheck('b'), sampleCheck('c', { verdict: 'unjudged' })),
  );
  expect(text).toContain(
    ': 1 passed, 1 failed, 0 known to fail, 0 warned of, 0 observed, 1 not decided, 0 not tried\n',
  );
  expect(text).toContain(
    ': 2 (+1) passed, 0 (-1) failed, 0 known to fail, 0 warned of, 0 observed, 1 not decided, 0 not tried\n',
  );
});

test('addresses make no difference, missing services are named', () => {
  const moved = (url: string, report: RunReport): RunReport => ({
    ...report,
    services: report.services.map((service) => ({ ...service, url })),
  });
  const [left, right] = ['http://127.0.0.1:4000/lending', 'https://example.org/lending'].map((url) =>
    moved(url, reportWith(open(`at ${new URL(url).origin}/x`))),
  );
  if (left === undefined || right === undefined) throw new Error('two reports');
  expect(textOf(left, right)).toContain(
    'lending: 0 open questions with different choices, 1 with the same choice, 0 not comparable',
  );
  expect(textOf(sampleReport, reportWith())).toContain('Only A has vault.');
});
