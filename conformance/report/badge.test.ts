import { expect, test } from 'vitest';
import type { RunReport } from '../run/report.ts';
import { sampleCheck, sampleReport } from '../testing/sample.ts';
import { badge } from './badge.ts';

function reportWith(outcome: RunReport['outcome'], ...verdicts: readonly ('pass' | 'unsupported')[]): RunReport {
  const services = sampleReport.services.slice(0, 1).map((service) => ({
    ...service,
    checks: verdicts.map((verdict, place) => sampleCheck(`rule-${place}`, { verdict })),
  }));
  return { ...sampleReport, outcome, services };
}

test.each([
  [reportWith('conformant', 'pass'), 'conformance: conformant', '#1a7f37'],
  [reportWith('conformant', 'pass', 'unsupported'), 'conformance: conformant in 1 of 2 checks; 1 not tried', '#1a7f37'],
  [reportWith('not conformant', 'pass'), 'conformance: not conformant', '#c1121f'],
  [reportWith('undecided', 'pass'), 'conformance: undecided', '#946200'],
])('the badge shows the outcome of the report in words and in colour (%#)', (report, words, colour) => {
  const svg = badge(report);
  expect(svg).toContain(`<title>${words}</title>`);
  expect(svg).toContain(`fill="${colour}"`);
  expect(svg).not.toMatch(/https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
});
