import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '../start-error.ts';
import { DEFAULT_CONFIG, readConfig } from './index.ts';

const CLIENT = '1f8a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b';

/** YAML that grows tenfold with each line when its aliases are expanded. */
const BOMB = `a: &a0 [x]
${Array.from({ length: 8 }, (_unused, place) => `b${place}: &a${place + 1} [${Array(10).fill(`*a${place}`)}]`).join('\n')}
`;

async function read(yaml: string) {
  const folder = await mkdtemp(join(tmpdir(), 'config-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'server.yaml');
  await writeFile(file, yaml);
  return readConfig(file);
}

test('the example is read', async () => {
  const example = await readConfig(fileURLToPath(new URL('example.yaml', import.meta.url)));
  expect(example).toEqual({
    networkUrl: undefined,
    scheme: 'wallet',
    signIn: { clientIds: [CLIENT], domains: ['notes.example.org', 'localhost:3000'] },
    applications: [],
    assistant: undefined,
  });
});

test('every option can be set', async () => {
  const yaml = `
network_api_url: https://network.example.org/api
scheme: purse
sign_in: { client_ids: ['${CLIENT.toUpperCase()}'], domains: ['[::1]:8080', localhost] }
applications: [{ client_id: ${CLIENT}, client_secret: s }]
assistant: { bots: [] }
`;
  expect(await read(yaml)).toEqual({
    networkUrl: 'https://network.example.org/api',
    scheme: 'purse',
    signIn: { clientIds: [CLIENT], domains: ['[::1]:8080', 'localhost'] },
    applications: [{ clientId: CLIENT, clientSecret: 's' }],
    assistant: { bots: [] },
  });
});

test.each(['', '# nothing', '{}', 'sign_in:', 'sign_in: {}', 'applications: []'])(
  '%j is the defaults',
  async (yaml) => {
    expect(await read(yaml)).toEqual(DEFAULT_CONFIG);
  },
);

test('an empty list of applications trusts none', async () => {
  expect((await read('sign_in: { client_ids: [] }')).signIn.clientIds).toEqual([]);
});

test.each([
  ['scheme: [', 'not YAML'],
  ['a: 1\na: 2', 'not YAML'],
  [BOMB, 'not YAML'],
  ['- wallet', 'the configuration is not a mapping'],
  ['hello', 'the configuration is not a mapping'],
  ['shceme: wallet', 'has an unknown member shceme: use network_api_url, scheme'],
  ['scheme: a b', 'scheme is not a URI scheme'],
  ['scheme: 7', 'scheme is not a URI scheme'],
  ['network_api_url: network.example.org', 'network_api_url is not an http or https URL'],
  ['network_api_url: ftp://network.example.org', 'network_api_url is not an http or https URL'],
  ['network_api_url: https://me:secret@network.example.org', 'network_api_url is not an http or https URL'],
  ['network_api_url: https://network.example.org?x=1', 'network_api_url is not an http or https URL'],
  ['sign_in: yes please', 'sign_in is not a mapping'],
  ['sign_in: { domain: x }', 'has an unknown member sign_in.domain: use client_ids, domains'],
  ['sign_in: { domains: localhost }', 'sign_in.domains is not a list'],
  ['sign_in: { domains: ["https://notes.example.org"] }', 'sign_in.domains[0] is not a domain'],
  ['sign_in: { domains: [localhost, ""] }', 'sign_in.domains[1] is not a domain'],
  ['sign_in: { client_ids: [orchard] }', 'sign_in.client_ids[0] is not a UUID'],
  [`applications: [{ client_id: ${CLIENT} }]`, 'applications[0].client_secret is missing'],
  [
    `applications: [{ client_id: ${CLIENT}, client_secret: 123456 }]`,
    'applications[0].client_secret is not a non-empty text',
  ],
])('%j is rejected in one line that names the place', async (yaml, message) => {
  const error: unknown = await read(yaml).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  const text = error instanceof Error ? error.message : '';
  expect(text).toContain(message);
  expect(text).toContain('server.yaml: ');
  expect(text).not.toMatch(/\n|123456|secret@/);
});

test('a missing file is rejected in one line', async () => {
  await expect(readConfig('/nowhere/server.yaml')).rejects.toThrow(
    /^cannot read the configuration \/nowhere.*--config/,
  );
});
