import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Contract } from '../contract/contract.ts';
import { type ChangeClass, sides, type Unnamed } from '../finding.ts';
import { folderWith } from '../testing/folder.ts';
import { toGithub } from './github.ts';
import { toHtml } from './html.ts';
import { toChangelog, toMarkdown } from './markdown.ts';
import { makeReport } from './report.ts';
import { toSarif } from './sarif.ts';
import schema from './schema.json' with { type: 'json' };
import { readSettings, type Settings } from './settings.ts';
import { toText } from './text.ts';
import { nextVersion } from './version.ts';

const contract: Contract = {
  label: 'x',
  documents: new Map(),
  protos: new Map(),
  rules: [],
  questions: [],
  version: '0.1.0',
};
const finding: Unnamed = {
  area: 'http',
  service: 'shop',
  direction: 'response',
  subject: 'Order',
  member: 'total',
  kind: 'type-changed',
  change: 'type changed',
  before: 'integer',
  after: '<script>alert(1)</script>',
  sides: {
    clients: { class: 'breaking', how: 'may be surprised' },
    servers: { class: 'compatible', how: '' },
    mocks: { class: 'none', how: '' },
  },
  places: [{ operation: 'GET /orders', where: '200 answer', member: 'total' }],
  corrected: null,
  request: "curl 'https://shop.example.org/orders'",
};

const settings: Settings = { accept: [], severity: {}, exclude: [], failOn: sides, file: 'review.yaml' };
const TODAY = '2027-01-31';

function decided(findings: readonly Unnamed[], parts: Partial<Settings>) {
  return makeReport(contract, contract, findings, { ...settings, ...parts }, [], TODAY);
}

function report(findings: readonly Unnamed[], ...ids: readonly string[]) {
  return decided(findings, { accept: ids.map((id) => ({ id, reason: 'agreed' })) });
}

describe('an accepted change', () => {
  const id = report([finding]).findings[0]?.id ?? '';

  it('is no failure, and shows its reason', () => {
    const accepted = report([finding], id);
    expect(accepted.unaccepted).toBe(0);
    expect(toText(accepted, false)).toContain('accepted: agreed');
    expect(toChangelog(accepted)).toContain('(accepted: agreed)');
  });

  it('may be named with a wildcard', () => {
    expect(report([finding], 'shop/response/*').unaccepted).toBe(0);
  });

  it('does not cover another change at the same place', () => {
    const later = report([{ ...finding, after: 'boolean' }], id);
    expect(later.unaccepted).toBe(1);
    expect(later.notes).toEqual([expect.stringContaining(id)]);
  });
});

describe('an acceptance with an end date', () => {
  const id = report([finding]).findings[0]?.id ?? '';

  it.each([
    ['2027-01-31', 0],
    ['2027-01-30', 1],
  ])('that is %s leaves %s open', (until, open) => {
    const judged = decided([finding], { accept: [{ id, reason: 'agreed', until }] });
    expect(judged.unaccepted).toBe(open);
    expect(judged.notes.length).toBe(open);
  });
});

describe('a change that shows in several operations', () => {
  const parts = (...names: readonly string[]): Unnamed => ({
    ...finding,
    subject: `${names.length} operations`,
    parts: names,
    places: names.map((operation) => ({ operation, where: '', member: '' })),
  });
  const ids = report([parts('GET /a', 'GET /b')]).findings[0]?.ids ?? [];

  it('has an id for each of them, which does not change when another operation is added', () => {
    expect(ids).toHaveLength(2);
    expect(report([parts('GET /a', 'GET /b')], ...ids).unaccepted).toBe(0);
    const joined = report([parts('GET /a', 'GET /b', 'GET /c')], ...ids);
    expect(joined.findings[0]?.openIds).toEqual([expect.stringContaining('GET:/c')]);
    expect(report([parts('GET /c', 'GET /d')], ...ids).findings[0]?.openIds).toHaveLength(2);
  });

  it('is accepted as a whole by the common part of its ids', () => {
    const text = toText(report([parts('GET /a', 'GET /b', 'GET /c', 'GET /d')]), false);
    const pattern = /(\S*\*\S*) accepts all 4/.exec(text)?.[1] ?? '';
    expect(report([parts('GET /a', 'GET /b', 'GET /c', 'GET /d')], pattern).unaccepted).toBe(0);
  });

  it('may be excluded in one of them', () => {
    const [left] = decided([parts('GET /a', 'GET /b')], { exclude: ['GET /b'] }).findings;
    expect(left?.ids).toHaveLength(1);
  });
});

describe('decisions of the maintainers', () => {
  it('gives a kind of change another class, for all sides or for one', () => {
    expect(decided([finding], { severity: { 'type-changed': 'compatible' } }).verdict).toBe('passes');
    expect(decided([finding], { severity: { 'servers/type-changed': 'breaking' } }).sides.servers.breaking).toBe(1);
    expect(decided([finding], { severity: { 'mocks/type-changed': 'breaking' } }).sides.mocks.breaking).toBe(0);
  });

  it('lists the relevant sides', () => {
    expect(decided([finding], { failOn: ['servers'] }).verdict).toBe('passes');
    expect(decided([finding], { failOn: ['clients'] }).verdict).toBe('breaks');
    expect(decided([finding], { failOn: [] }).unaccepted).toBe(0);
  });

  it('excludes kinds, ids and operations, and reports it', () => {
    for (const pattern of ['type-changed', 'shop/*', 'GET /*']) {
      const judged = decided([finding], { exclude: [pattern] });
      expect(judged.findings).toEqual([]);
      expect(judged.notes).toEqual(['1 change is excluded.']);
    }
  });

  it('has a separate verdict when the report cannot decide', () => {
    const unclear = { ...finding, sides: { ...finding.sides, clients: { class: 'unclear', how: 'x' } as const } };
    expect(decided([unclear], {}).verdict).toBe('unclear');
    expect(decided([unclear, finding], {}).verdict).toBe('breaks');
  });
});

describe('the file of decisions', () => {
  it.each([
    ['is not YAML', '- id: [', 'is not YAML'],
    ['is no list', 'just words', 'must be a list'],
    ['has an unknown member', 'accepts: []', 'unknown member accepts; known are accept'],
    ['has two unknown members', '{ accepts: [], excludes: [] }', 'unknown member accepts; known are accept'],
    ['has a class that there is not', 'severity: { a: bad }', 'severity of a must be one of breaking'],
    ['has a side that there is not', 'fail-on: [users]', 'users is no side'],
    ['has an end that is no day', '- { id: x, reason: y, until: soon }', 'until of x must be a day'],
    ['has an entry without a reason', '- id: x', 'x has no reason'],
    ['has an entry without an id', '- reason: x', 'entry 1 has no id'],
  ])('is rejected when it %s', async (_what, text, message) => {
    const folder = await folderWith({ 'accepted.yaml': text });
    await expect(readSettings(join(folder, 'accepted.yaml'))).rejects.toThrow(message);
    await rm(folder, { recursive: true });
  });

  it('may be missing', async () => {
    expect(await readSettings('/no/such/accepted.yaml')).toMatchObject({ accept: [], failOn: sides });
  });
});

describe('the next version', () => {
  it.each([
    ['0.1.0', 'breaking', '0.2.0'],
    ['0.1.0', 'compatible', '0.1.1'],
    ['0.1.0', 'documentation', '0.1.1'],
    ['1.4.2', 'breaking', '2.0.0'],
    ['1.4.2', 'compatible', '1.5.0'],
    ['1.4.2', 'documentation', '1.4.3'],
    ['1.4.2', null, '1.4.2'],
  ] as const)('after %s with a %s change is %s', (current, gravest, expected) => {
    expect(nextVersion(current, current, gravest).suggested).toBe(expected);
  });

  it('is sufficient when the new state has it already', () => {
    expect(nextVersion('0.1.0', '0.2.0', 'breaking').enough).toBe(true);
    expect(nextVersion('0.1.0', '0.1.1', 'breaking').enough).toBe(false);
  });
});

describe('the sides of a change', () => {
  const effects = (clients: ChangeClass, servers: ChangeClass) => ({
    clients: { class: clients, how: 'x' },
    servers: { class: servers, how: 'y' },
    mocks: { class: 'none' as const, how: '' },
  });
  const of = (clients: ChangeClass, servers: ChangeClass) =>
    decided([{ ...finding, sides: effects(clients, servers) }], {});

  it.each([
    ['compatible', 'breaking', '0.2.0', 1],
    ['breaking', 'compatible', '0.2.0', 1],
    ['unclear', 'compatible', '0.2.0', 1],
    ['compatible', 'documentation', '0.1.1', 0],
  ] as const)('decide by the worst of them: %s for clients, %s for servers', (clients, servers, version, open) => {
    const judged = of(clients, servers);
    expect(judged.version.suggested).toBe(version);
    expect(judged.unaccepted).toBe(open);
  });

  it('appear in every format', () => {
    const judged = of('unclear', 'breaking');
    expect(toText(judged, false)).toMatch(/clients: cannot tell, x\n +servers: breaking, y\n +mocks: +not affected\n/);
    expect(toMarkdown(judged)).toContain('| servers | 1 | 0 | 0 | 0 |');
    expect(toMarkdown(judged)).toContain('  - clients: cannot tell, x\n  - servers: breaking, y\n');
    expect(toHtml(judged)).toContain('<dt>servers</dt><dd><b class="grade breaking">breaking</b> y</dd>');
    expect(toChangelog(judged)).toContain('(breaks servers; cannot tell for clients)');
    expect(judged.sides.servers.breaking).toBe(1);
  });

  it('include the request that shows the change', () => {
    const judged = report([finding]);
    expect(toText(judged, false)).toContain("try: curl 'https://shop.example.org/orders'");
    expect(toMarkdown(judged)).toContain("try: `curl 'https://shop.example.org/orders'`");
    expect(toHtml(judged)).toContain('<pre>curl &#39;https://shop.example.org/orders&#39;</pre>');
  });
});

describe('the other formats', () => {
  const judged = report([{ ...finding, before: '%,:' }]);

  it('include JSON that matches its schema', () => {
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    expect(validate(JSON.parse(JSON.stringify(judged))), JSON.stringify(validate.errors)).toBe(true);
  });

  it('include SARIF, in which accepted findings are suppressed', () => {
    const [run] = JSON.parse(toSarif(judged)).runs;
    expect(run.results[0]).toMatchObject({ ruleId: 'type-changed', level: 'error', suppressions: [] });
    const accepted = JSON.parse(toSarif(report([finding], 'shop/response/*'))).runs[0].results[0];
    expect(accepted.suppressions).toEqual([{ kind: 'external', status: 'accepted', justification: 'agreed' }]);
  });

  it('include annotations of a workflow on one line each', () => {
    const text = toGithub(report([{ ...finding, change: 'a\n::error::b 100%' }]));
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(text).toMatch(/^::error::a .*100%25 \(breaks clients\); id: shop/);
  });

  it('include a page that folds each change, and lists the operations', () => {
    const page = toHtml(judged);
    expect(page).toContain('<details class="change breaking" id="change-1" data-sides="clients">');
    expect(page).toContain('href="#change-1"');
  });
});

describe('a report', () => {
  it('escapes all values in pages and in Markdown', () => {
    expect(toHtml(report([finding]))).not.toContain('<script>');
    expect(toMarkdown(report([{ ...finding, change: '<img src=x>' }]))).not.toContain('<img');
  });

  it('shows the differing part of long texts', () => {
    const long = 'a'.repeat(500);
    const text = toText(report([{ ...finding, before: `${long}old`, after: `${long}new` }]), false);
    expect(text).toMatch(/- \.\.\.a+old\n {4}\+ \.\.\.a+new/);
  });

  it('fits into a comment on a pull request', () => {
    const many = Array.from({ length: 3000 }, (_, index) => ({ ...finding, member: `m${index}` }));
    expect(toMarkdown(report(many)).length).toBeLessThan(65_536);
  });
});
