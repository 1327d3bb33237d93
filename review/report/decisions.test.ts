/** Tests the pure parts of reports: what the decisions do to findings, and the sentences about all of them. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Contract } from '../contract/contract.ts';
import { type ChangeClass, inOrder, joinMembers, named, sides, type Unnamed } from '../finding.ts';
import { folderWith } from '../testing/folder.ts';
import { notesOn } from './decide.ts';
import { toGithub } from './github.ts';
import { toHtml } from './html.ts';
import { makeReport } from './report.ts';
import { readSettings, type Settings, severityFrom, sidesOf } from './settings.ts';
import { nextVersion, versionSentence } from './version.ts';
import { idsOf, otherPlaces, valuesOf } from './words.ts';

const contract: Contract = {
  label: 'x',
  documents: new Map(),
  protos: new Map(),
  rules: [],
  questions: [],
  version: '1.2.3',
};
const none: Settings = { accept: [], severity: {}, exclude: [], failOn: sides, file: 'review.yaml' };

/** A change with a class for clients and one for servers. */
function change(clients: ChangeClass, servers: ChangeClass = 'none', parts: Partial<Unnamed> = {}): Unnamed {
  const effects = { clients, servers, mocks: 'none' } as const;
  return {
    area: 'http',
    service: '',
    direction: null,
    subject: `GET /${clients}-${servers}`,
    member: '',
    kind: 'changed',
    change: 'changed',
    before: null,
    after: null,
    places: [],
    corrected: null,
    request: null,
    ...parts,
    sides: {
      clients: { class: effects.clients, how: '' },
      servers: { class: effects.servers, how: '' },
      mocks: { class: effects.mocks, how: '' },
    },
  };
}

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

describe('the file of decisions', () => {
  async function read(text: string): Promise<Settings> {
    const folder = await folderWith({ 'review.yaml': text });
    onTestFinished(() => rm(folder, { recursive: true }));
    return readSettings(join(folder, 'review.yaml'), 'review.yaml');
  }

  it('is read with all its members', async () => {
    const text = `
accept: [{ id: " a ", reason: " b ", until: 2027-01-31 }, { id: c, reason: d, until: "2027-02-01" }, { id: e, reason: f }]
severity: { kind: compatible, servers/kind: documentation }
exclude: [x, 7]
fail-on: [clients, servers]`;
    expect(await read(text)).toEqual({
      accept: [
        { id: 'a', reason: 'b', until: '2027-01-31' },
        { id: 'c', reason: 'd', until: '2027-02-01' },
        { id: 'e', reason: 'f' },
      ],
      severity: { kind: 'compatible', 'servers/kind': 'documentation' },
      exclude: ['x', '7'],
      failOn: ['clients', 'servers'],
      file: 'review.yaml',
    });
    expect(await read('accept:')).toEqual(none);
    expect(await read('')).toEqual(none);
    expect(await read('fail-on: []')).toEqual({ ...none, failOn: [] });
  });

  it.each([
    ['[{ id: " ", reason: b }]', 'review.yaml: entry 1 has no id.'],
    ['[{ id: a, reason: b }, c]', 'review.yaml: entry 2 has no id.'],
    ['[null]', 'review.yaml: entry 1 has no id.'],
    ['[{ id: a, reason: " " }]', 'review.yaml: a has no reason; explain why clients can accept it.'],
    ['[{ id: a, reason: b, until: soon }]', 'review.yaml: until of a must be a day, as in 2026-12-31.'],
    ['[{ id: a, reason: b, until: "2027-13-01" }]', 'review.yaml: until of a must be a day, as in 2026-12-31.'],
    ['[{ id: a, reason: b, until: "x2027-01-01" }]', 'review.yaml: until of a must be a day, as in 2026-12-31.'],
    ['exclude: a', 'review.yaml: exclude must be a list.'],
    ['accept: a', 'review.yaml: accept must be a list.'],
    ['fail-on: clients', 'review.yaml: fail-on must be a list.'],
    ['fail-on: [everyone]', 'everyone is no side; give some of clients, servers, mocks, or none.'],
    [
      'severity: { a: none }',
      'review.yaml: severity of a must be one of breaking, unclear, compatible, documentation.',
    ],
    ['other: 1\nfurther: 2', 'review.yaml has an unknown member other; known are accept, severity, exclude, fail-on.'],
    ['text', 'review.yaml must be a list of entries with id and reason.'],
    ['a: [', /^review.yaml is not YAML: [^\n]+$/],
  ])('that is %j is rejected', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('that is a folder cannot be read', async () => {
    const folder = await folderWith({ a: '' });
    onTestFinished(() => rm(folder, { recursive: true }));
    await expect(readSettings(folder)).rejects.toThrow(`${folder} cannot be read.`);
    expect(await readSettings(join(folder, 'none.yaml'), 'f')).toEqual({ ...none, file: 'f' });
  });

  it('has the same values as options of the command line', () => {
    expect(severityFrom('kind=unclear')).toEqual({ kind: 'unclear' });
    expect(() => severityFrom('kind')).toThrow('--severity kind: the class must be one of');
    expect(sidesOf('clients, mocks')).toEqual(['clients', 'mocks']);
    expect([sidesOf('none'), sidesOf('')]).toEqual([[], []]);
  });
});

describe('the next version', () => {
  it.each<[string | undefined, string | undefined, ChangeClass | null, string]>([
    ['1.2.3', '1.2.3', 'breaking', 'next version: 2.0.0 (major; now 1.2.3)'],
    ['1.2.3', undefined, 'compatible', 'next version: 1.3.0 (minor; now 1.2.3)'],
    ['1.2.3', '1.2.4', 'compatible', 'next version: 1.3.0; 1.2.4 is too low for this change'],
    ['1.2.3', '2.0.0', 'unclear', 'next version: 2.0.0; the version is already 2.0.0'],
    ['0.1.0', '0.1.0', 'unclear', 'next version: 0.2.0 (minor; now 0.1.0)'],
    ['0.1.0', '0.1.0', 'compatible', 'next version: 0.1.1 (patch; now 0.1.0)'],
    ['1.2.3', '9.0.0', null, 'next version: stays 1.2.3'],
    [undefined, '1.0.0', 'breaking', 'next version: raise the major part'],
    ['one', '1.0.0', 'documentation', 'next version: raise the patch part'],
    [undefined, undefined, null, 'version: unchanged'],
  ])('from %s, declared as %s, after a change that is %s: %s', (base, head, gravest, sentence) => {
    expect(versionSentence(nextVersion(base, head, gravest))).toBe(sentence);
  });

  it.each([
    ['1.0.0', '1.1.0', true],
    ['1.0.0', '1.0.9', false],
    ['1.0.0', undefined, false],
    [undefined, undefined, true],
  ])('from %s to %s is high enough for something new: %s', (base, head, expected) => {
    expect(nextVersion(base, head, 'compatible').enough).toBe(expected);
  });
});

describe('a finding', () => {
  it.each([
    ['', '', ''],
    ['a', '', 'a'],
    ['', '[]', '[]'],
    ['a', 'b', 'a.b'],
    ['a', '[].b', 'a[].b'],
    ['a', 'b[', 'a.b['],
  ])('in the member %j, then %j, is in %j', (outer, inner, expected) => {
    expect(joinMembers(outer, inner)).toBe(expected);
  });

  it.each([
    [{}, 'http/A/changed/'],
    [{ service: 's', direction: 'request' as const, member: 'b.c' }, 's/request/A.b.c/changed/'],
    [{ area: 'wire' as const, member: '[0]', subject: 'A b' }, 'wire/A:b[0]/changed/'],
    [{ area: 'wire' as const, direction: 'response' as const, member: 'b[' }, 'wire/A.b[/changed/'],
  ])('%j has the id %s', (parts, expected) => {
    const { id, pointers } = named(change('breaking', 'none', { subject: 'A', ...parts }));
    expect(id.replace(/[0-9a-f]{6}$/, '')).toBe(expected);
    expect(pointers).toEqual({ base: null, head: null });
  });

  it('has an id of its own in each alternative', () => {
    const idOf = (base: string | null, head: string | null) =>
      named(change('breaking', 'none', { pointers: { base, head } })).id;
    expect(idOf('#/a/anyOf/0/b', null)).toBe(idOf(null, '#/c/anyOf/0'));
    expect(idOf('#/a/anyOf/0/b', '#/a/anyOf/1')).toBe(idOf('#/anyOf/0', null));
    expect(idOf('#/a/anyOf/0', null)).not.toBe(idOf('#/a/anyOf/1', null));
    expect(idOf('#/a/anyOf/0', null)).not.toBe(idOf('#/a/oneOf/0', null));
  });

  it('is listed by its class, then by its place', () => {
    const own = { subject: 'S', kind: 'k' };
    const sorted = [
      change('breaking', 'none', { ...own, service: 'z' }),
      change('unclear', 'none', { ...own, service: 'a', subject: 'A', member: 'b' }),
      change('unclear', 'none', { ...own, service: 'a', subject: 'B', member: 'a' }),
      change('unclear', 'none', { ...own, service: 'a', subject: 'B', member: 'b', kind: 'a' }),
      change('unclear', 'none', { ...own, service: 'a', subject: 'B', member: 'b', kind: 'b' }),
      change('unclear', 'none', { ...own, service: 'b', subject: 'A' }),
      change('compatible', 'none', { ...own, service: 'a' }),
    ].map(named);
    const moved = [3, 6, 0, 5, 2, 4, 1].flatMap((place) => sorted[place] ?? []);
    expect(inOrder(moved)).toEqual(sorted);
    expect(inOrder(sorted.toReversed())).toEqual(sorted);
  });

  it.each([
    [[], 'GET /a', 'changed', 0],
    [[at('GET /a')], 'GET /a', 'changed', 0],
    [[at('GET /a')], 'GET /b', 'changed at GET /a', 0],
    [[at('GET /a')], 'of GET /a', 'changed', 1],
    [[at('')], '', 'changed', 1],
    [[at('GET /a'), at('GET /b')], 'GET /a', 'changed', 2],
  ])('at %j, of the subject %j, has further places', (places, subject, text, count) => {
    expect(otherPlaces(named(change('breaking', 'none', { places, subject, change: text })))).toHaveLength(count);
  });

  const long = 'x'.repeat(100);
  it.each([
    ['a\n  b', null, 'a b', null],
    [`${long}${long}`, 'a', `${long}${long}`, 'a'],
    [`${long}${long}y`, `${long}z`, `...${'x'.repeat(140)}y`, `...${'x'.repeat(40)}z`],
    [`a${long}${long}${long}`, 'b', `a${long}${'x'.repeat(99)}...`, 'b'],
    [
      `${'x'.repeat(41)}y${long}${long}`,
      `${'x'.repeat(41)}`,
      `...${'x'.repeat(40)}y${long}${'x'.repeat(59)}...`,
      `...${'x'.repeat(40)}`,
    ],
  ])('from %j to %j shows what differs', (before, after, old, now) => {
    expect(valuesOf(named(change('breaking', 'none', { before, after })))).toEqual({ before: old, after: now });
  });

  it.each([
    [[], ['a'], ['id']],
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ],
    [
      ['a1b', 'a2b', 'a3b', 'a4b'],
      ['a1b', 'a2b', 'a3b', 'a4b'],
      ['a1b', 'a2b', 'a3b', 'a*b accepts all 4'],
    ],
    [
      ['1', '2', '3', '4'],
      ['1', '2', '3', '4'],
      ['1', '2', '3', '* accepts all 4'],
    ],
    [
      ['aa', 'a', 'aaa', 'a'],
      ['aa', 'a', 'aaa'],
      ['aa', 'a', 'aaa', 'a* accepts all 4'],
    ],
  ])('with the open ids %j shows those to accept', (openIds, ids, expected) => {
    expect(idsOf({ ...named(change('breaking')), id: 'id', ids, openIds })).toEqual(expected);
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
