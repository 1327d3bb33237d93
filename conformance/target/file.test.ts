import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { addressOf, parseTarget, readTarget } from './file.ts';

function parsed(yaml: string, environment = {}) {
  return parseTarget(yaml, 'target.yaml', environment);
}

test('a target is read with addresses, credentials, known data and allowances', () => {
  const target = parsed(
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
  ['services: [', 'target.yaml is no valid YAML'],
  ['', 'target.yaml: the file must be object'],
  ['services: {}', 'services must NOT have fewer than 1 properties'],
  ['services: { bank: { url: "http://a" } }', 'services has no member bank'],
  ['services: { lending: {} }', 'services.lending needs url'],
  ['services: { lending: { url: "http://a", token: x } }', 'services.lending has no member token'],
  ['services: { lending: { url: localhost } }', 'services.lending.url: localhost is no address'],
  [
    'services: { lending: { url: "http://a", transport: { AccessToken: {} } } }',
    'transport.AccessToken must NOT have fewer',
  ],
  ['services: { lending: { url: "http://a", transport: { A: { body: b } } } }', 'transport.A has no member body'],
  [
    'services: { lending: { url: "http://a", transport: { A: { header: b, cookie: c } } } }',
    'services.lending.transport.A names several places: keep header, cookie or query',
  ],
  [
    'services: { lending: { url: "http://a", transport: { A: { query: b, scheme: c } } } }',
    'transport.A.scheme: the word',
  ],
  ['services: { lending: { url: "http://a", settle_ms: -1 } }', 'services.lending.settle_ms must be >= 0'],
  [`services: { lending: { url: "http://a", credentials: { AccessToken: "\${NONE}" } } }`, 'variable NONE is not set'],
])('%s is refused in one sentence', (yaml, message) => {
  expect(() => parsed(yaml)).toThrow(message);
  expect(() => parsed(yaml)).toThrow(/^[^\n]+$/);
});

test('a file that is not there is named', async () => {
  await expect(readTarget('/no/such/file.yaml', {})).rejects.toThrow('/no/such/file.yaml cannot be read (ENOENT)');
});

test.each(['ftp://a', 'http://a?b=c', 'http://user:word@a', 'a'])('%s is no address of a service', (text) => {
  expect(() => addressOf(text, '--lending')).toThrow('--lending: ');
});

test('the target of the reference server is one', async () => {
  const target = await readTarget(new URL('../targets/reference.yaml', import.meta.url).pathname, {});
  expect(target.services.lending?.url).toBe('http://127.0.0.1:4000/lending');
});

test('the target in the README is one', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(readme) ?? [];
  const others = ['ASSISTANT_SECRET', 'OTHER_ASSISTANT_SECRET', 'CLIENT_ID', 'SESSION_ID', 'WALLET_OAUTH_TOKEN'];
  const target = parsed(yaml, {
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
