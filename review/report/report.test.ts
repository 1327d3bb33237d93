import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Contract } from '../contract/contract.ts';
import type { ChangeClass, Unnamed } from '../finding.ts';
import { folderWith } from '../testing/folder.ts';
import { readAccepted } from './accepted.ts';
import { toHtml } from './html.ts';
import { toChangelog, toMarkdown } from './markdown.ts';
import { makeReport } from './report.ts';
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

function report(findings: readonly Unnamed[], ...ids: readonly string[]) {
  return makeReport(
    contract,
    contract,
    findings,
    ids.map((id) => ({ id, reason: 'agreed' })),
    [],
  );
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

describe('review/accepted.yaml', () => {
  it.each([
    ['is not YAML', '- id: [', 'is not YAML'],
    ['is no list', 'id: x', 'must be a list'],
    ['has an entry without a reason', '- id: x', 'x has no reason'],
    ['has an entry without an id', '- reason: x', 'entry 1 has no id'],
  ])('is refused when it %s', async (_what, text, message) => {
    const folder = await folderWith({ 'accepted.yaml': text });
    await expect(readAccepted(join(folder, 'accepted.yaml'))).rejects.toThrow(message);
    await rm(folder, { recursive: true });
  });

  it('may be missing', async () => {
    expect(await readAccepted('/no/such/accepted.yaml')).toEqual([]);
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

  it('is enough when the new state names it already', () => {
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
    makeReport(contract, contract, [{ ...finding, sides: effects(clients, servers) }], [], []);

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

  it('show in every form', () => {
    const judged = of('unclear', 'breaking');
    expect(toText(judged, false)).toMatch(/clients: cannot tell, x\n +servers: breaking, y\n +mocks: +not affected\n/);
    expect(toMarkdown(judged)).toContain('| servers | 1 | 0 | 0 | 0 |');
    expect(toMarkdown(judged)).toContain('  - clients: cannot tell, x\n  - servers: breaking, y\n');
    expect(toHtml(judged)).toContain('<dt>servers</dt><dd><b class="grade breaking">breaking</b> y</dd>');
    expect(toChangelog(judged)).toContain('(breaks servers; cannot tell for clients)');
    expect(judged.sides.servers.breaking).toBe(1);
  });

  it('come with the request that shows the change', () => {
    const judged = report([finding]);
    expect(toText(judged, false)).toContain("try: curl 'https://shop.example.org/orders'");
    expect(toMarkdown(judged)).toContain("try: `curl 'https://shop.example.org/orders'`");
    expect(toHtml(judged)).toContain('<pre>curl &#39;https://shop.example.org/orders&#39;</pre>');
  });
});

describe('a report', () => {
  it('never lets what it shows become part of a page or of Markdown', () => {
    expect(toHtml(report([finding]))).not.toContain('<script>');
    expect(toMarkdown(report([{ ...finding, change: '<img src=x>' }]))).not.toContain('<img');
  });

  it('shows of long texts where they differ', () => {
    const long = 'a'.repeat(500);
    const text = toText(report([{ ...finding, before: `${long}old`, after: `${long}new` }]), false);
    expect(text).toMatch(/- \.\.\.a+old\n {4}\+ \.\.\.a+new/);
  });

  it('fits into a comment on a pull request', () => {
    const many = Array.from({ length: 3000 }, (_, index) => ({ ...finding, member: `m${index}` }));
    expect(toMarkdown(report(many)).length).toBeLessThan(65_536);
  });
});
