import { styleFor } from '@wallet-services/kit/style';
import { expect, test } from 'vitest';
import type { KnownRule } from '../core/rule.ts';
import type { Check, Finding, RunReport, ServiceReport, Verdict } from '../run/report.ts';
import { sampleCheck, sampleFinding, sampleReport } from '../testing/sample.ts';
import { ruleList } from './list.ts';
import type { Explained } from './merge.ts';
import { failureText, findingsText, reasonsText } from './plain.ts';
import { markdownTable } from './table.ts';
import {
  actualText,
  countOf,
  cut,
  extentText,
  hintText,
  nameOf,
  otherRules,
  reproducedText,
  responseText,
  shownVerdicts,
  triedText,
  undecidedGroups,
  variablesText,
} from './text.ts';

const [lending] = sampleReport.services;
if (lending === undefined) throw new Error('the sample has a service');
const service = (...checks: readonly Check[]): ServiceReport => ({ ...lending, checks });
const reportOf = (changes: Partial<RunReport>): RunReport => {
  const { ended: _, traffic: __, ...rest } = sampleReport;
  return { ...rest, partial: false, readOnly: false, ...changes };
};
const finding = (changes: Partial<Finding> = {}): Finding => ({ ...sampleFinding, ...changes });

test.each<[Partial<RunReport>, string]>([
  [{}, ''],
  [{ partial: true }, ', selected checks only'],
  [{ partial: true, readOnly: true }, ', as far as reads can show'],
  [{ partial: true, readOnly: true, traffic: true }, ', as far as the traffic shows'],
  [{ traffic: true, ended: 'time' }, ', its time was over before everything was sent'],
  [{ ended: 'failed' }, ', the suite failed before everything was judged'],
  [{ ended: 'interrupted' }, ', it was interrupted before everything was sent'],
])('the extent of a run with %j', (changes, text) => expect(extentText(reportOf(changes))).toBe(text));

test('what was not tried is counted, if everything else is right', () => {
  const checks = [
    sampleCheck('a'),
    sampleCheck('b', { verdict: 'unsupported' }),
    sampleCheck('c', { verdict: 'unsupported', level: 'observe' }),
  ];
  const left = { ...service(...checks), leftOut: [{ operation: 'removeAll', why: 'it removes all' }] };
  const tried = (changes: Partial<RunReport>) => triedText(reportOf({ outcome: 'conformant', ...changes }));
  expect(tried({ services: [service(...checks)] })).toBe(' in 1 of 2 checks; 1 not tried');
  expect(tried({ services: [left] })).toBe(' in 1 of 2 checks; 1 not tried; 1 operation not called');
  expect(tried({ services: [service(sampleCheck('a'))] })).toBe('');
  expect(tried({ services: [left], outcome: 'undecided' })).toBe('');
});

test('a long text is cut', () => {
  expect([cut('abcd', 4), cut('abcde', 4), cut('', 4)]).toEqual(['abcd', 'abc…', '']);
});

test('verdicts are counted, and shown where there is one; passes and failures always', () => {
  const one = service(sampleCheck('a'), sampleCheck('b', { verdict: 'warn' }), sampleCheck('c', { verdict: 'warn' }));
  expect([countOf(one, 'warn'), countOf(one, 'fail')]).toEqual([2, 0]);
  expect(shownVerdicts([service(), one])).toEqual(['pass', 'fail', 'warn']);
});

test('a check is named by its rule, and its operation if it has one', () => {
  expect(nameOf({ rule: 'a.b', operation: null })).toBe('a.b');
  expect(nameOf({ rule: 'a.b', operation: 'listBooks' })).toBe('a.b listBooks');
});

const other = { status: 200, answer: 'b', curl: 'curl b', variables: [] };

test.each<[Finding['reproduced'], RegExp, RegExp]>([
  ['yes', /^the suite repeated it, with the same result$/, /^the suite repeated both requests, with the same result$/],
  ['no', /^the suite repeated this request alone, and/, /^the suite repeated both requests, and the new/],
  ['differs', /^the suite repeated it, and the response was/, /^the suite repeated both requests, and a response was/],
  [null, /^the suite did not repeat it$/, /^the suite repeated neither of the two requests$/],
])('a finding that was repeated: %s', (reproduced, alone, both) => {
  const { other: _, ...one } = finding({ reproduced });
  expect(reproducedText(one)).toMatch(alone);
  expect(reproducedText({ ...one, other })).toMatch(both);
});

test('a response is shown on one line', () => {
  expect(responseText({ status: 200, answer: '{  "a": 1 }' }, 99)).toBe('status 200: { "a": 1 }');
  expect(responseText({ status: 200, answer: 'abcde' }, 4)).toBe('status 200: abc…');
  expect(responseText({ status: 204, answer: '' }, 9)).toBe('status 204, empty');
  expect(responseText({ status: null, answer: 'closed' }, 9)).toBe('none: closed');
});

test('the variables of a command are explained', () => {
  expect(variablesText({ variables: [] })).toBeNull();
  const variables = [
    { name: 'TOKEN', holds: 'the token' },
    { name: 'ID', holds: 'an id' },
  ] as unknown as Finding['variables'];
  expect(variablesText({ variables })).toBe('set TOKEN to the token, ID to an id');
});

function explained(pointers: readonly string[], ...findings: readonly Finding[]): Explained {
  const [first = finding()] = findings;
  return {
    finding: first,
    checks: [sampleCheck('a'), sampleCheck('b'), sampleCheck('a')],
    subjects: [],
    pointers,
    findings,
  };
}

test('the places of a finding are listed, five at most', () => {
  const one = finding({ actual: '1', pointer: '/0', alike: 1 });
  expect(actualText(explained([], finding({ actual: '1', pointer: null, alike: 1 })))).toBe('1');
  expect(actualText(explained([''], finding({ actual: '1', pointer: '', alike: 1 })))).toBe(
    '1 at (the whole response)',
  );
  expect(actualText(explained(['/*'], one))).toBe('1 at /0');
  expect(actualText(explained(['/*'], finding({ actual: '1', pointer: '/0', alike: 3 })))).toBe(
    '1 at /0, and 2 more like it',
  );
  expect(actualText(explained(['/*', '/b', '/c', '/d', '/e'], one))).toBe('1 at /0, /b, /c, /d, /e');
  expect(actualText(explained(['/*', '/b', '/c', '/d', '/e', '/f'], one))).toBe(
    '1 at /0, /b, /c, /d, /e and 1 more places',
  );
  expect(otherRules(explained([]))).toEqual(['b']);
});

const undecided = (
  rule: string,
  verdict: Verdict,
  reason: string,
  hint: string | null = null,
  more: Partial<Check> = {},
) => sampleCheck(rule, { verdict, reasons: [{ reason, hint }], ...more });

test('a hint is that of the reason, or of the verdict', () => {
  expect(hintText(undecided('a', 'blocked', 'x', 'add a book'))).toBe('add a book');
  expect(hintText(undecided('a', 'blocked', 'x'))).toMatch(/^see why the server/);
  expect(hintText(undecided('a', 'harness-error', 'x'))).toBe('report it: the suite itself failed');
  expect(hintText(sampleCheck('a', { reasons: [] }))).toBe('run it again');
});

test('undecided checks are grouped by what would decide them, the gravest first', () => {
  const groups = undecidedGroups(
    service(
      undecided('pass', 'pass', ''),
      undecided('a', 'inconclusive', 'no books', 'add a book'),
      undecided('b', 'inconclusive', 'no pages', 'add a book'),
      undecided('c', 'unsupported', 'no RPC', 'add one'),
      undecided('d', 'blocked', 'GET /books returned 500'),
      undecided('e', 'blocked', 'GET /films returned 500'),
      undecided('f', 'inconclusive', 'no films', 'add a film'),
      undecided('g', 'inconclusive', 'no shelves', 'add a shelf', { allowed: true }),
      undecided('h', 'harness-error', 'a bug'),
      undecided('i', 'inconclusive', 'no shelf', null),
    ),
  );
  expect(groups.map((group) => group.map(({ rule }) => rule).join())).toEqual(['h', 'a,b', 'f', 'd,e', 'i', 'g', 'c']);
});

test('a failure is described in a sentence', () => {
  const check = sampleCheck('a', { text: 'Books are sorted.', findings: [finding({ expected: 'x', actual: 'y' })] });
  expect(failureText(check)).toBe('Books are sorted. Expected x, got y');
  expect(failureText({ ...check, findings: [...check.findings, finding()] })).toMatch(/got y \(and 1 more\)$/);
  const reasons = [
    { reason: 'no books', hint: 'add a book' },
    { reason: 'no films', hint: 'add a film' },
  ];
  expect(reasonsText({ ...check, reasons })).toBe('no books; add a book\nno films; add a film');
});

test('a finding is described in lines, without those that it has nothing for', () => {
  const base = {
    expected: 'x',
    actual: 'y',
    curl: null,
    exchange: null,
    variables: [],
    alike: 1,
    reproduced: null,
  } as const;
  const { other: _, ...rest } = finding({ ...base, pointer: '', subject: 'listBooks' });
  const { statement: __, ...check } = sampleCheck('a', {
    operation: 'listBooks',
    text: 'Books are sorted.',
    source: 'the document',
  });
  const lines = (changes: Partial<Finding>, more: Partial<Check> = {}) =>
    findingsText({ ...check, ...more, findings: [{ ...rest, ...changes }] }).split('\n');
  expect(lines({})).toEqual(['a listBooks', 'rule: Books are sorted. (the document)', 'expected: x', 'actual: y']);
  expect(lines({ subject: 'readBook' })[0]).toBe('a listBooks (readBook)');
  expect(lines({ subject: null })[0]).toBe('a listBooks');
  expect(lines({}, { statement: 'as sorted' })[2]).toBe('document: as sorted');
  expect(lines({ pointer: '/0', alike: 2 }).at(-1)).toBe('actual: y at /0, and 1 more like it');
  const exchange = { status: null, answer: 'closed' } as Finding['exchange'];
  const variables = [{ name: 'ID', holds: 'an id' }] as unknown as Finding['variables'];
  expect(lines({ exchange, other, curl: 'curl a', variables }).slice(4)).toEqual([
    'response: none closed',
    'compared with: 200 b',
    'try: curl a',
    'and: curl b',
    '     the suite repeated neither of the two requests',
    '     set ID to an id',
  ]);
  expect(lines({ curl: 'curl a' }).slice(4)).toEqual(['try: curl a', '     the suite did not repeat it']);
});

test('a table has a line of dashes below its header', () => {
  expect(markdownTable(['a', 'b'], [[1, 'x']])).toEqual(['| a | b |', '| --- | --- |', '| 1 | x |']);
});

test('rules are listed by service, each with the place where it applies', () => {
  const rule = (id: string, more: object) =>
    ({
      id,
      service: 'vault',
      level: 'must',
      operation: null,
      perOperation: false,
      text: 'So.',
      source: 'd',
      ...more,
    }) as KnownRule;
  const rules = [
    rule('a', { operation: 'listBooks' }),
    rule('b', { service: 'swap' }),
    rule('c', { perOperation: true, level: 'should' }),
  ];
  expect(ruleList(rules, styleFor(false)).split('\n')).toEqual([
    'vault (2)',
    '  a  must, listBooks',
    '      So. (d)',
    '  c  should, every operation',
    '      So. (d)',
    'swap (1)',
    '  b  must, the whole service',
    '      So. (d)',
  ]);
});
