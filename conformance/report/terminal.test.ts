import { stripVTControlCharacters } from 'node:util';
import { styleFor } from '@wallet-services/kit/style';
import { expect, test } from 'vitest';
import { objectsOf } from '../model/values/json.ts';
import { changed, jsonReply } from '../mutation/proxy/reply.ts';
import type { Check } from '../run/report.ts';
import { runSuite } from '../run/suite.ts';
import { openLending } from '../testing/lending.ts';
import { sampleCheck, sampleFinding, sampleReport } from '../testing/sample.ts';
import { terminalReport } from './terminal.ts';

const start = await openLending();
const healthy = await start();
const sick = await start(
  changed('/transactions', (json) => objectsOf(json).map((item) => ({ ...item, amount: Number(item['amount']) }))),
);
const broken = await start(() => jsonReply(500, {}));

test('a healthy server fits on one screen', async () => {
  const text = terminalReport(await runSuite(healthy.target), styleFor(false));
  const lines = text.split('\n');
  expect(lines.length).toBeLessThan(25);
  expect(lines.at(-1)).toMatch(/^CONFORMANT in (\d+) of \d+ checks; \d+ not tried, in \d+\.\d s$/);
  expect(text).toMatch(/^\d+ points that the documents leave open were observed/m);
  expect(text).not.toContain('Findings');
});

test('rules that are broken at the same place are one finding, the documented rule first', async () => {
  const text = terminalReport(await runSuite(sick.target), styleFor(false));
  expect(text).toContain('Findings in lending (1)');
  expect(text).toContain('FAIL lending.numbers.decimal-string  listTransactions');
  expect(text).toContain('(document 1, Resources and their fields, Conventions)');
  expect(text).toMatch(/document +\w.+ decimal/);
  expect(text).toMatch(/also +wire\.schema/);
  expect(text).toContain("curl -i -H 'accept: application/json' 'http://127.0.0.1:");
  expect(text).toContain('the suite repeated it, with the same result');
  expect(text.split('\n').at(-1)).toMatch(/^NOT CONFORMANT/);
});

test('a fault of every operation is reported once', async () => {
  const text = terminalReport(await runSuite(broken.target), styleFor(false));
  expect(text.match(/FAIL wire\.status/g)).toHaveLength(1);
});

test('a run of a part of the rules has a note', async () => {
  const report = await runSuite(healthy.target, { selection: { rules: ['wire.*'] } });
  expect(terminalReport(report, styleFor(false))).toContain('CONFORMANT, selected checks only');
});

test('known failures and those that no longer apply are reported', () => {
  const lines = terminalReport(sampleReport, styleFor(false)).split('\n');
  expect(lines).toContain('  lending.known: is being repaired (until 2026-12-31)');
  expect(lines).toContain('  FAIL lending.gone matches no check of this run');
  expect(lines.filter((line) => line.includes('set TOKEN to the AccessToken'))).toHaveLength(2);
});

test('many answers to open questions are only counted, so that a healthy server still fits on one screen', () => {
  const checks = Array.from({ length: 40 }, (_, index) =>
    sampleCheck(`lending.open-${index}`, { verdict: 'observed', observed: 'so' }),
  );
  const services = sampleReport.services.slice(0, 1).map((service) => ({ ...service, checks }));
  const text = terminalReport({ ...sampleReport, services, staleKnownFailures: [] }, styleFor(false));
  expect(text).toContain('40 points that the documents leave open were observed; --html FILE');
  expect(text.split('\n').length).toBeLessThan(10);
});

test.each<[string, readonly Check[], number]>([
  ['beside findings', [sampleCheck('lending.fails', { verdict: 'fail', findings: [sampleFinding] })], 4],
  ['without findings', [sampleCheck('lending.passes')], 8],
])('a few groups of undecided checks are shown %s', (_where, others, count) => {
  const open = Array.from({ length: 9 }, (_, index) =>
    sampleCheck(`lending.open-${index}`, {
      verdict: 'blocked',
      reasons: [{ reason: `${index}`, hint: `do ${index}` }],
    }),
  );
  const services = sampleReport.services.slice(0, 1).map((one) => ({ ...one, checks: [...open, ...others] }));
  const text = terminalReport({ ...sampleReport, services, staleKnownFailures: [] }, styleFor(false));
  expect(text.match(/to decide it: do/g)).toHaveLength(count);
  expect(text).toContain(`and ${9 - count} more checks`);
});

test('colour is used only on request', async () => {
  const report = await runSuite(healthy.target, { selection: { rules: ['wire.*'] } });
  const [plain, coloured] = [terminalReport(report, styleFor(false)), terminalReport(report, styleFor(true))];
  expect(stripVTControlCharacters(plain)).toBe(plain);
  expect(coloured).not.toBe(plain);
  expect(stripVTControlCharacters(coloured)).toBe(plain);
});

test('no text from a server moves the cursor, colours, or begins a line', () => {
  const forged = '\u001b[2J\u001b[32m\u202e\n\nCONFORMANT, in 0.1 s\n';
  const exchange = { ...sampleFinding.exchange, answer: forged } as NonNullable<typeof sampleFinding.exchange>;
  const findings = [{ ...sampleFinding, actual: forged, exchange }];
  const checks = [
    sampleCheck('lending.fails', { verdict: 'fail', findings }),
    sampleCheck('lending.open', { level: 'observe', verdict: 'observed', observed: forged }),
    sampleCheck('lending.waits', { verdict: 'blocked', reasons: [{ reason: forged, hint: null }] }),
  ];
  const services = sampleReport.services.slice(0, 1).map((service) => ({ ...service, checks }));
  const written = terminalReport({ ...sampleReport, services }, styleFor(false));
  expect(written).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  expect(written).not.toMatch(/^CONFORMANT/m);
  expect(written).toContain('\\u001b[2J');
});

test('the data that would decide the most checks is reported first, even beside findings', () => {
  const undecided = (rule: string, hint: string | null) =>
    sampleCheck(rule, { verdict: 'inconclusive', reasons: [{ reason: `${rule} lacks data`, hint }] });
  const checks = [
    undecided('lending.one', null),
    undecided('lending.two', 'name known.markets'),
    undecided('lending.three', 'name known.sites'),
    undecided('lending.four', 'name known.sites'),
    sampleCheck('lending.fails', { verdict: 'fail', findings: [sampleFinding] }),
  ];
  const services = sampleReport.services.slice(0, 1).map((service) => ({ ...service, checks }));
  const text = terminalReport({ ...sampleReport, services }, styleFor(false));
  expect(text.match(/(?<=to decide it: ).*/g)).toEqual([
    'name known.sites',
    'name known.markets',
    expect.stringContaining('allow_inconclusive'),
  ]);
});
