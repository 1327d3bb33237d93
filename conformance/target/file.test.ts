import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openContract } from '../run/contract.ts';
import { addressOf, parseTarget, readTarget } from './file.ts';
import { targetSchema } from './schema.ts';

const contract = openContract();

function parsed(yaml: string, environment = {}) {
  return parseTarget(yaml, 'target.yaml', environment, contract);
}

test('a target is read with addresses, credentials, known data and allowances', async () => {
  const target = await parsed(
    `
services:
  lending:
    url: http://127.0.0.1:4000/lending/
    rpc: { connect: "http://127.0.0.1:4000", route: /rpc/ }
    credentials: { AccessToken: "\${TOKEN}" }
    transport: { AccessToken: { header: X-Access-Token, scheme: JWT } }
    settle_ms: 250
    known: { markets: [a], pay_request: { memo_base64: AQ== } }
allow_inconclusive: [lending.transactions.*]
`,
    { TOKEN: 'secret' },
  );
  expect(target).toEqual({
    services: {
      lending: {
        url: 'http://127.0.0.1:4000/lending',
        rpc: { connect: 'http://127.0.0.1:4000' },
        rpcRoute: '/rpc/',
        credentials: { AccessToken: 'secret' },
        otherCredentials: {},
        expiredCredentials: {},
        transport: { AccessToken: { header: 'X-Access-Token', scheme: 'JWT' } },
        settleMs: 250,
        known: { markets: ['a'], pay_request: { memo_base64: 'AQ==' } },
      },
    },
    allowInconclusive: ['lending.transactions.*'],
  });
});

test.each([
  ['services: [', 'target.yaml is not valid YAML'],
  ['', 'target.yaml: the file must be object'],
  ['services: {}', 'services must NOT have fewer than 1 properties'],
  ['services: { bank: { url: "http://a" } }', 'services has no member bank'],
  ['services: { lending: {} }', 'services.lending needs url; allowed members: url, rpc, credentials'],
  [
    'services: { lending: { url: "http://a", known: [] } }',
    'known must be object; allowed members: markets, pay_request',
  ],
  [
    'services: { swap: { url: "http://a", known: { brokr: x } } }',
    'known has no member brokr; allowed members: alternate_br',
  ],
  [
    'services: { comment: { url: "http://a", known: { choices: { site: [7] } } } }',
    'services.comment.known.choices.site.0 must be object, with the parameters by name',
  ],
  [
    'services: { comment: { url: "http://a", known: { sites: [{ id: 1 }] } } }',
    'services.comment.known: sites was renamed: use choices.site instead',
  ],
  ['services: { lending: { url: "http://a", token: x } }', 'services.lending has no member token'],
  ['services: { lending: { url: localhost } }', 'services.lending.url: localhost is not an address'],
  [
    'services: { lending: { url: "http://a", transport: { AccessToken: {} } } }',
    'transport.AccessToken must NOT have fewer',
  ],
  ['services: { lending: { url: "http://a", transport: { A: { body: b } } } }', 'transport.A has no member body'],
  [
    'services: { lending: { url: "http://a", transport: { A: { header: b, cookie: c } } } }',
    'services.lending.transport.A has several places: keep one of header, cookie, query',
  ],
  [
    'services: { lending: { url: "http://a", transport: { A: { query: b, scheme: c } } } }',
    'transport.A.scheme: only a header',
  ],
  ['services: { lending: { url: "http://a", settle_ms: -1 } }', 'services.lending.settle_ms must be >= 0'],
  [`services: { lending: { url: "http://a", credentials: { AccessToken: "\${NONE}" } } }`, 'variable NONE is not set'],
])('%s is rejected in one sentence', async (yaml, message) => {
  await expect(parsed(yaml)).rejects.toThrow(message);
  await expect(parsed(yaml)).rejects.toThrow(/^[^\n]+$/);
});

test('a missing file is named', async () => {
  await expect(readTarget('/no/such/file.yaml', {}, contract)).rejects.toThrow(
    '/no/such/file.yaml cannot be read (ENOENT)',
  );
});

test.each(['ftp://a', 'http://a?b=c', 'http://user:word@a', 'a'])('%s is not an address of a service', (text) => {
  expect(() => addressOf(text, '--lending')).toThrow('--lending: ');
});

const reference = import.meta.resolve('@wallet-services/checks/testing/reference.yaml');

test('the target of the reference server is valid', async () => {
  const target = await readTarget(new URL(reference).pathname, {}, contract);
  expect(target.services.lending?.url).toBe('http://127.0.0.1:4000/lending');
});

test('the target in the README is valid', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(readme) ?? [];
  const others = [
    'ASSISTANT_SECRET',
    'OTHER_ASSISTANT_SECRET',
    'CLIENT_ID',
    'SESSION_ID',
    'WALLET_OAUTH_TOKEN',
    'CONTRACT_OAUTH_TOKEN',
  ];
  const target = await parsed(yaml, {
    LENDING_TOKEN: 'new',
    OLD_LENDING_TOKEN: 'old',
    PRIVATE_KEY: Buffer.alloc(32, 1).toString('base64'),
    ...Object.fromEntries(others.map((name) => [name, name])),
  });
  expect(target.knownFailures).toHaveLength(1);
  expect(target.services.lending).toMatchObject({
    credentials: { AccessToken: 'new' },
    known: { markets: [expect.any(String)] },
  });
});

/** Every member of a schema, with its description. */
function membersOf(schema: unknown): readonly (readonly [name: string, description: unknown])[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => [
    ...(keyword === 'properties'
      ? Object.entries(value as object).map(([name, one]) => [name, one.description] as const)
      : []),
    ...membersOf(value),
  ]);
}

test('each member of a target file is described, for editors too', async () => {
  const schema = await targetSchema(contract);
  const plain = membersOf(schema).filter(([, description]) => typeof description !== 'string');
  expect(plain.map(([name]) => name)).toEqual([...contract.services]);
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Target of the conformance suite' };
  const snapshot = `${JSON.stringify({ ...head, ...schema }, null, 2)}\n`;
  await expect(snapshot).toMatchFileSnapshot('./target.schema.json');
  const written = await readFile(new URL(reference), 'utf8');
  expect(written.split('\n')[0]).toBe('# yaml-language-server: $schema=../../conformance/target/target.schema.json');
});
