/** Tests the pure parts of reports: what the decisions do to findings, and the sentences about all of them. */
import { describe, expect, it } from 'vitest';
import type { Contract } from '../contract/contract.ts';
import { named, sides, type Unnamed } from '../finding.ts';
import { change } from '../testing/change.ts';
import { notesOn } from './decide.ts';
import { toGithub } from './github.ts';
import { toHtml } from './html.ts';
import { makeReport } from './report.ts';
import type { Settings } from './settings.ts';

const contract: Contract = {
  label: 'x',
  documents: new Map(),
  protos: new Map(),
  rules: [],
  questions: [],
  version: '1.2.3',
};
const none: Settings = { accept: [], severity: {}, exclude: [], failOn: sides, file: 'review.yaml' };

function reportOf(findings: readonly Unnamed[], settings: Partial<Settings> = {}, notes: readonly string[] = []) {
  return makeReport(contract, contract, findings, { ...none, ...settings }, notes, '2027-01-31');
}

const accepted = (id: string, until?: string) => ({ id, reason: 'agreed', ...(until === undefined ? {} : { until }) });
const at = (operation: string, where = '') => ({ operation, where, member: '' });

describe('the summary', () => {
  const all = { accept: [accepted('*')] };
  it.each<[string, readonly Unnamed[], Partial<Settings>, string, string]>([
    ['nothing', [], {}, 'no change for anyone', 'passes'],
    ['a text', [change('documentation')], {}, 'documentation only: no action needed', 'passes'],
    [
      'a text and more',
      [change('documentation'), change('compatible')],
      {},
      'compatible: what works today keeps working',
      'passes',
    ],
    ['one that breaks', [change('breaking')], {}, '1 breaking change (1 for clients)', 'breaks'],
    [
      'three that break',
      [change('breaking'), change('breaking', 'breaking'), change('compatible', 'breaking')],
      {},
      '3 breaking changes (2 for clients, 2 for servers)',
      'breaks',
    ],
    ['a doubt', [change('unclear')], {}, '1 that the report cannot classify', 'unclear'],
    [
      'both',
      [change('breaking'), change('compatible', 'unclear')],
      {},
      '1 breaking change (1 for clients), and 1 that the report cannot classify',
      'breaks',
    ],
    ['one that is accepted', [change('breaking')], all, '1 breaking change (1 for clients), accepted', 'passes'],
    [
      'one of two that is accepted',
      [change('breaking'), change('breaking', 'breaking')],
      { accept: [accepted('*breaking-none*')] },
      '2 breaking changes (2 for clients, 1 for servers), 1 of them in the way',
      'breaks',
    ],
    [
      'one for a side that does not count',
      [change('breaking')],
      { failOn: ['servers'] },
      '1 breaking change (1 for clients)',
      'passes',
    ],
    [
      'a doubt for a side that counts',
      [change('breaking', 'unclear')],
      { failOn: ['servers'] },
      '1 breaking change (1 for clients)',
      'unclear',
    ],
  ])('of %s', (_what, findings, settings, summary, verdict) => {
    expect(reportOf(findings, settings)).toMatchObject({ summary, verdict });
  });

  it('counts the classes, and what is excluded', () => {
    const findings = [change('breaking', 'compatible'), change('unclear'), change('documentation', 'documentation')];
    const report = reportOf(findings, { exclude: ['GET /unclear*', 'http/GET:/unclear*'], file: 'f' }, ['noted']);
    const empty = { breaking: 0, unclear: 0, compatible: 0, documentation: 0, none: 0 };
    expect(report).toMatchObject({
      reportVersion: 3,
      acceptedIn: 'f',
      counts: { ...empty, breaking: 1, documentation: 1 },
      sides: {
        clients: { ...empty, breaking: 1, documentation: 1 },
        servers: { ...empty, compatible: 1, documentation: 1 },
        mocks: { ...empty, none: 2 },
      },
      notes: ['noted', '1 change is excluded.'],
      version: { current: '1.2.3', suggested: '2.0.0' },
    });
    expect(reportOf(findings, { exclude: ['changed'] }).notes).toEqual(['3 changes are excluded.']);
    expect(reportOf([]).version.suggested).toBe('1.2.3');
  });
});

describe('a decision', () => {
  it.each([
    ['a', 'a', true],
    ['a', 'ab', false],
    ['a*', 'ab', true],
    ['*b', 'a\nb', true],
    ['a*c', 'xabc', false],
    ['a.c*', 'abc', false],
    ['(a)*', '(a)b', true],
  ])('with the pattern %j excludes %j: %s', (pattern, kind, expected) => {
    expect(reportOf([change('breaking', 'none', { kind })], { exclude: [pattern] }).findings.length === 0).toBe(
      expected,
    );
  });

  it('excludes places, but no change with another place or with none', () => {
    const places = [at('GET /a'), at('GET /b', 'body')];
    const parts = ['GET /a', 'GET /b body', 'GET /c'];
    const found = (own: Partial<Unnamed>, exclude: readonly string[]) =>
      reportOf([change('breaking', 'none', own)], { exclude }).findings.map(({ places: left, ids }) => [
        left,
        ids.length,
      ]);
    expect(found({ places, parts }, ['GET /a'])).toEqual([[[places[1]], 1]]);
    expect(found({ places, parts }, ['GET /b'])).toEqual([[[places[0]], 1]]);
    expect(found({ places }, ['GET /a', 'GET /x'])).toEqual([[[places[1]], 1]]);
    expect(found({ places }, ['GET /a', 'GET /b'])).toEqual([]);
    expect(found({ places: [] }, ['GET /a'])).toEqual([[[], 1]]);
    expect(found({ places, parts: parts.slice(0, 2) }, [])).toEqual([[places, 2]]);
  });

  it('accepts with the reason of the first entry, until the end of its last day', () => {
    const [first, second] = [accepted('*'), { id: '*', reason: 'later' }];
    const reasonOf = (...accept: Settings['accept']) =>
      reportOf([change('breaking')], { accept }).findings[0]?.accepted;
    expect(reasonOf(second, first)).toBe('later');
    expect(reasonOf(accepted('*', '2027-01-31'))).toBe('agreed');
    expect(reasonOf(accepted('*', '2027-01-30'))).toBe(null);
    expect(reportOf([change('compatible')], { accept: [first] }).findings[0]).toMatchObject({
      accepted: null,
      open: false,
      openIds: [],
    });
    expect(reportOf([change('breaking')], { failOn: [] }).findings[0]).toMatchObject({ open: false, openIds: [] });
  });

  it('that covers nothing, or is over, is noted', () => {
    const findings = [named(change('breaking')), named(change('compatible'))];
    const notes = (id: string, until?: string) =>
      notesOn(findings, { ...none, accept: [accepted(id, until)] }, '2027-01-31');
    const unused = (id: string) => [
      `review.yaml accepts ${id}, which is not among these changes; remove it if it is no longer needed.`,
    ];
    expect(notes('*breaking*')).toEqual([]);
    expect(notes('*breaking*', '2027-01-31')).toEqual([]);
    expect(notes('*compatible*')).toEqual(unused('*compatible*'));
    expect(notes('*', '2027-01-30')).toEqual(['review.yaml accepts * until 2027-01-30, which is over.']);
  });
});

describe('a page', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      change('breaking', 'none', { subject: `S${index}`, places: [at('GET /b'), at('')] }),
    );
  const contentsOf = (findings: readonly Unnamed[]) =>
    /<details class="contents">.*?<\/details>/s.exec(toHtml(reportOf(findings)))?.[0].replaceAll(/<[^>]*>/g, ' ');

  it.each([
    [12, '12'],
    [13, '12 of 13'],
  ])('links to at most twelve of %i changes of an operation', (count, end) => {
    expect(contentsOf(many(count))?.replaceAll(/\s+/g, ' ').trim()).toMatch(new RegExp(` 11 ${end}$`));
  });

  it('lists operations in the order of their names, and none without', () => {
    const listed = contentsOf([...many(1), change('breaking', 'none', { places: [at('GET /a')] })]);
    expect(listed?.replaceAll(/\s+/g, ' ').trim()).toBe('2 operations, with their changes GET /a 1 GET /b 1');
    expect(contentsOf([change('breaking')])).toBeUndefined();
  });

  it('has the colour of the most severe change that is not accepted', () => {
    const colourOf = (findings: readonly Unnamed[], settings = {}) =>
      /<p class="verdict (\w+)"/.exec(toHtml(reportOf(findings, settings)))?.[1];
    expect(colourOf([change('breaking')])).toBe('breaking');
    expect(colourOf([change('unclear')])).toBe('unclear');
    expect(colourOf([change('breaking')], { accept: [accepted('*')] })).toBe('compatible');
  });
});

it('annotations escape what ends them', () => {
  const text = toGithub(reportOf([change('breaking', 'none', { change: '1%\r\n2' })]));
  expect(text).toMatch(/^::error::1%25\\u000d 2 \(breaks clients\); id: [^\n]+\n$/);
  const accept = [accepted('*')];
  expect(toGithub(reportOf([change('breaking')], { accept }))).toMatch(/^::warning::/);
});
