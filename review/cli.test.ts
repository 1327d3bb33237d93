import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type Outcome, root, run } from './run.ts';
import { folderWith } from './testing/folder.ts';

const PROTO = 'syntax = "proto3";\npackage shop.v1;\n// An order.\nmessage Order {\n  string id = 1;\n}\n';
const RULE = {
  id: 'shop.order',
  service: 'shop',
  operation: 'list',
  text: 'Newest first.',
  source: 'us',
  level: 'must',
};

function document(total: unknown, description = 'All orders.'): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1.0.0' },
    paths: {
      '/orders': {
        get: {
          operationId: 'list',
          description,
          responses: {
            200: {
              description: 'The orders.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Orders' } } },
            },
          },
        },
      },
    },
    components: { schemas: { Orders: { type: 'object', required: ['total'], properties: { total } } } },
  });
}

const base = {
  'openapi/shop.json': document({ type: 'integer' }),
  'proto/shop/v1/shop.proto': PROTO,
  'ledger/rules.json': JSON.stringify([RULE]),
  'package.json': JSON.stringify({ version: '0.3.1' }),
};

const states = {
  base,
  breaking: { ...base, 'openapi/shop.json': document({ type: 'string' }) },
  described: { ...base, 'openapi/shop.json': document({ type: 'integer' }, 'Each <b>order</b>.') },
  commented: { ...base, 'proto/shop/v1/shop.proto': PROTO.replace('An order.', 'One order.') },
  reworded: { ...base, 'ledger/rules.json': JSON.stringify([{ ...RULE, text: 'Oldest first.' }]) },
  garbage: { ...base, 'openapi/shop.json': '{"openapi": ' },
  foreign: { ...base, 'openapi/shop.json': '{"swagger": "1.2"}' },
  unparsable: { ...base, 'proto/shop/v1/shop.proto': 'message {' },
  empty: { 'README.md': 'nothing here' },
  yaml: {
    ...base,
    'openapi/shop.json': undefined,
    'openapi/shop.yaml': stringify(JSON.parse(document({ type: 'string' }))),
  },
  both: { ...base, 'openapi/shop.yaml': stringify(JSON.parse(document({ type: 'string' }))) },
  strangers: {
    'old.yaml': stringify({ swagger: '1.2', paths: {} }),
    'one.json': document({ type: 'integer' }),
    'two.yaml': stringify(JSON.parse(document({ type: 'integer' }).replace('1.0.0', '1.1.0').replace('200', '203'))),
  },
};

const folders = new Map<string, string>();

beforeAll(async () => {
  for (const [name, files] of Object.entries(states)) folders.set(name, await folderWith(files));
});

afterAll(async () => {
  for (const folder of folders.values()) await rm(folder, { recursive: true });
});

function folder(name: keyof typeof states): string {
  return folders.get(name) ?? '';
}

function diff(...args: readonly string[]): Promise<Outcome> {
  return run(process.execPath, [join(root, 'review', 'cli.ts'), ...args]);
}

describe('npm run diff', () => {
  it('fails on a breaking change, and reports what changed, where, from and to', async () => {
    const { code, output } = await diff(folder('base'), folder('breaking'));
    expect(code).toBe(1);
    expect(output).toContain('Orders.total  in responses');
    expect(output).toContain('- integer');
    expect(output).toContain('+ string');
    expect(output).toMatch(/clients: breaking, .*\n +servers: breaking, .*\n +mocks: +breaking, /);
    expect(output).toContain('at GET /orders, 200 answer, total');
    expect(output).toContain('next version: 0.4.0 (minor; now 0.3.1)');
  });

  it('lets a breaking change pass with --allow, and writes every format', async () => {
    const target = (name: string) => join(folder('empty'), name);
    const files = ['--json', target('r.json'), '--html', target('r.html'), '--markdown', target('r.md')];
    const { code } = await diff(folder('base'), folder('breaking'), '--allow', ...files);
    expect(code).toBe(0);
    const report: unknown = JSON.parse(await readFile(target('r.json'), 'utf8'));
    expect(report).toMatchObject({
      counts: { breaking: 1, compatible: 0 },
      unaccepted: 0,
      findings: [{ service: 'shop', subject: 'Orders', member: 'total', kind: 'type-changed', direction: 'response' }],
    });
    const page = await readFile(target('r.html'), 'utf8');
    expect(page).toContain('Orders.total');
    expect(page).not.toMatch(/(src|href)=["']?(https?:)?\/\/|url\(|@import|<link/);
    expect(await readFile(target('r.md'), 'utf8')).toContain(
      '**1 breaking change (1 for clients, 1 for servers, 1 for mocks)**',
    );
  });

  it('reports a change of comments as no change', async () => {
    const { code, output } = await diff(folder('base'), folder('commented'));
    expect(code).toBe(0);
    expect(output).toContain('no change for anyone');
    expect(output).toContain('next version: stays 0.3.1');
  });

  it('classifies a description as documentation, and shows it as text', async () => {
    const { code, output } = await diff(folder('base'), folder('described'), '--markdown', '-');
    expect(code).toBe(0);
    expect(output).toContain('documentation only');
    expect(output).toContain('`Each <b>order</b>.`');
  });

  it('shows a reworded rule', async () => {
    const { code, output } = await diff(folder('base'), folder('reworded'));
    expect(code).toBe(0);
    expect(output).toMatch(/shop\.order[\s\S]*- Newest first\.[\s\S]*\+ Oldest first\./);
  });

  it('reads YAML and JSON', async () => {
    const { code, output } = await diff(folder('base'), folder('yaml'));
    expect(code).toBe(1);
    expect(output).toContain('Orders.total  in responses');
  });

  it('compares two documents of other APIs', async () => {
    const file = (name: string) => join(folder('strangers'), name);
    const { code, output } = await diff('--document', file('one.json'), file('two.yaml'), '--markdown', '-');
    expect(code).toBe(1);
    expect(output).toContain('- `GET /orders 200 answer` in responses: response 200 removed');
    expect(output).toMatch(/ {2}- in `.*one\.json:1`/);
    expect(output).toContain('next version: 2.0.0; 1.1.0 is too low for this change');
  });

  it('compares commits of this repository', async () => {
    const { code, output } = await diff('HEAD', 'HEAD');
    expect(code).toBe(0);
    expect(output).toContain('no change for anyone');
  });

  it('prints its help', async () => {
    const { code, output } = await diff('--help');
    expect(code).toBe(0);
    expect(output).toContain('npm run diff -- main~5 main');
  });

  it.each([
    ['an unknown ref', () => ['no-such-ref'], 2, 'BASE no-such-ref is neither a folder nor a git ref'],
    ['a ref that looks like an option', () => ['--', '--output=x'], 2, 'neither a folder nor a git ref'],
    ['an unknown option', () => ['--frobnicate'], 2, "unknown option '--frobnicate'"],
    ['too much', () => ['a', 'b', 'c'], 2, 'too many arguments'],
    ['one file', () => [join(folder('base'), 'package.json')], 2, 'two names are needed, OLD and NEW'],
    ['a folder without a contract', () => [folder('empty')], 2, 'contains no contract'],
    ['broken JSON', () => [folder('base'), folder('garbage')], 2, 'openapi/shop.json is not JSON'],
    ['another kind of document', () => [folder('base'), folder('foreign')], 2, 'is a Swagger 1.2 document'],
    [
      'two forms that differ',
      () => [folder('base'), folder('both')],
      2,
      'differ, first at #/components/schemas/Orders',
    ],
    ['one document', () => ['--document', 'a.yaml'], 2, 'two names are needed, OLD and NEW'],
    ['a document that is not there', () => ['--document', 'a.yaml', 'b.yaml'], 2, 'a.yaml cannot be read'],
    ['a folder without an API', () => ['--document', folder('empty'), folder('base')], 2, 'has no OpenAPI document'],
    ['a side that there is not', () => ['--fail-on', 'users', 'a', 'b'], 2, 'users is no side'],
    ['a class that there is not', () => ['--severity', 'a=b', 'a', 'b'], 2, 'the class must be one of'],
    [
      'a file of decisions that is not there',
      () => ['HEAD', 'HEAD', '--config', 'no.yaml'],
      2,
      'no.yaml cannot be read',
    ],
    [
      'a document of another kind',
      () => [join(folder('strangers'), 'old.yaml'), join(folder('strangers'), 'one.json')],
      2,
      'is a Swagger 1.2 document; only 2.0 is read',
    ],
    ['a broken protobuf file', () => [folder('base'), folder('unparsable')], 2, 'shop/v1/shop.proto:1:'],
    [
      'a report that has no place',
      () => [folder('base'), folder('base'), '--json', '/dev/null/r.json'],
      3,
      'cannot write the report',
    ],
  ])('reports %s in one line', async (_what, args, expected, message) => {
    const { code, output, errors } = await diff(...args());
    expect(errors).toContain(message);
    expect(errors.trim().split('\n')).toHaveLength(1);
    expect(output).toBe('');
    expect(code).toBe(expected);
  });
});
