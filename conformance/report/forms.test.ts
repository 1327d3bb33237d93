/** Every form of a report of a run in which everything occurs, word for word: `forms/` has them. */
import { styleFor } from '@wallet-services/kit/style';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Check, Finding, RunReport, ServiceReport, Verdict } from '../run/report.ts';
import { sampleCheck, sampleFinding, sampleReport } from '../testing/sample.ts';
import { boardPage } from './board/page.ts';
import { boardText } from './board/text.ts';
import { combineReports } from './combine.ts';
import { htmlReport } from './html/page.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { sarifReport } from './sarif.ts';
import { terminalReport } from './terminal.ts';

const failing = (rule: string, changes: Partial<Finding>, check: Partial<Check> = {}): Check =>
  sampleCheck(`vault.${rule}`, { verdict: 'fail', findings: [{ ...sampleFinding, ...changes }], ...check });

const open = (observed: string | null, rule = 'vault.open') =>
  sampleCheck(rule, { level: 'observe', verdict: observed === null ? 'inconclusive' : 'observed', observed });

const undecided = (rule: string, verdict: Verdict, reason: string, hint: string | null = null, allowed = false) =>
  sampleCheck(`vault.${rule}`, { verdict, allowed, reasons: [{ reason, hint }] });

const answered = (status: number | null, answer: string) => ({
  method: 'GET',
  url: 'http://127.0.0.1:4000/vaults',
  requestBody: '{"a":1}',
  contentType: null,
  status,
  answer,
});

const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];

const vault: ServiceReport = {
  service: 'vault',
  url: 'http://127.0.0.1:4000/vault',
  unchecked: [],
  unreachable: null,
  wentAway: 'GET /vaults',
  leftOut: [
    { operation: 'transfer', why: 'it moves money' },
    { operation: 'close', why: 'it ends the server' },
  ],
  remaining: [{ operation: 'openVault', count: 2, why: 'the document shows no way to delete them' }],
  requests: 1,
  checks: [
    failing('whole', { pointer: '', reproduced: 'no', variables: [], subject: 'listVaults', alike: 1 }),
    failing('silent', { exchange: answered(null, 'it never responded'), curl: null, pointer: null, reproduced: null }),
    failing('empty', { exchange: answered(200, ''), reproduced: 'differs', actual: `long ${'text '.repeat(200)}` }),
    failing('absent', { isAbsent: true, subject: 'readVault', exchange: answered(404, 'gone') }),
    failing('refused', { subject: 'readVault', exchange: answered(404, 'gone') }, { operation: 'readVault' }),
    ...names.map((name) =>
      failing('many', { pointer: `/data/0/${name}`, expected: 'a text', actual: '1 (number)' }, { operation: name }),
    ),
    ...names.map((name) => failing('input', { subject: name }, { rule: 'input.rejected', operation: name })),
    failing('known', {}, { verdict: 'known', known: { reason: 'is | being repaired', expires: '2026-12-31' } }),
    open('ascending'),
    open('500', 'vault.most'),
    ...names.map((name) => undecided(name, 'inconclusive', 'there are no vaults', 'name known.vaults')),
    undecided('other', 'inconclusive', 'there are no trusts', null, true),
    undecided('cannot', 'unjudged', 'the schema is beyond the limits'),
    undecided('lacks', 'unsupported', 'no RPC address'),
    undecided('waits', 'blocked', 'GET /vaults: status 500', null),
    undecided('waits-too', 'blocked', 'GET /trusts: status 500', null),
  ],
};

/** A run in which everything occurs. */
const whole: RunReport = { ...sampleReport, services: [...sampleReport.services.slice(0, 1), vault] };

/** A run of the same service that chose differently, with the verdicts of another time. */
const other: RunReport = {
  ...sampleReport,
  outcome: 'conformant',
  partial: true,
  staleKnownFailures: [],
  services: [
    {
      ...vault,
      checks: [
        sampleCheck('vault.whole'),
        open('descending'),
        open('500', 'vault.most'),
        open('alone', 'vault.alone'),
        undecided('lacks', 'unsupported', 'no RPC address'),
      ],
    },
  ],
  clock: { startedAt: '2026-11-22T02:00:00.000Z', milliseconds: 900 },
};

/** Empty reports of runs that ended early, only read, or judged traffic. */
const extents: readonly RunReport[] = [
  { ...other, partial: false, readOnly: true },
  { ...other, partial: false, traffic: true },
  { ...other, outcome: 'undecided', ended: 'time' },
  { ...other, outcome: 'undecided', ended: 'interrupted' },
  { ...other, services: [] },
];

const named = [whole, other, whole, other].map((report, index) => ({ name: `run-${index}.json`, report }));

/** A page in lines, without its style and its script. */
const lined = (page: string) =>
  page
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<script>.*<\/script>/s, '')
    .replaceAll('><', '>\n<');

// Pages show commands of npm scripts under `npm test`, and of packages elsewhere.
beforeAll(() => void vi.stubEnv('npm_package_name', undefined));
afterAll(() => void vi.unstubAllEnvs());

test.each<[file: string, text: () => string]>([
  ['terminal.txt', () => terminalReport(whole, styleFor(false))],
  ['terminal-colours.txt', () => terminalReport(whole, styleFor(true)).replaceAll('\u001b', '^')],
  ['terminal-extents.txt', () => extents.map((one) => terminalReport(one, styleFor(false))).join('\n---\n')],
  ['report.md', () => markdownReport(whole)],
  ['report-extents.md', () => extents.map(markdownReport).join('\n---\n')],
  ['junit.xml', () => junitReport(whole)],
  ['sarif.json', () => sarifReport(whole, 'openapi.yaml')],
  ['page.html', () => lined(htmlReport(whole))],
  ['page-other.html', () => lined(htmlReport(other))],
  ['board.txt', () => boardText(named, styleFor(false))],
  ['board.html', () => lined(boardPage(named))],
  ['combined.txt', () => terminalReport(combineReports([other, whole]), styleFor(false))],
])('%s is as it was', async (file, text) => {
  await expect(text()).toMatchFileSnapshot(`forms/${file}`);
});
