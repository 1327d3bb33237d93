/** Runs the commands and the code of README and guide. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArguments } from './options.ts';
import { readProxyArguments } from './proxy/options.ts';
import { type RunningProxy, startProxy } from './proxy/start.ts';
import { serviceNames, servicePorts } from './services.ts';
import { type Mock, startMock } from './start.ts';

const bash = promisify(execFile);

let mock: Mock;
let proxy: RunningProxy;

beforeAll(async () => {
  mock = await startMock({ port: 0 });
  proxy = await startProxy({ upstreams: mock.urls, port: 0 });
});

afterAll(() => Promise.all([proxy.close(), mock.close()]));

/** Replaces the addresses in the text by those of the services that are started here. */
function withAddresses(script: string): string {
  const started = serviceNames.flatMap((service) => [
    [servicePorts[service], mock.urls[service]] as const,
    [servicePorts[service] + 10, proxy.urls[service]] as const,
  ]);
  const urls = new Map(started);
  return script.replaceAll(/http:\/\/127\.0\.0\.1:(\d+)/g, (url, port: string) => urls.get(Number(port)) ?? url);
}

function argumentsOf(line: string, script: string): string[] {
  const [command = ''] = line.split(/ +# /);
  return command
    .replace(new RegExp(`^npm run ${script}( --)?`), '')
    .split(' ')
    .filter(Boolean);
}

async function read(file: string): Promise<string> {
  return readFile(new URL(file, import.meta.url), 'utf8');
}

describe.each(['README.md', 'GUIDE.md'])('%s', async (file) => {
  const text = await read(file);
  const lines = [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n'));
  const beginningWith = (start: string) => lines.filter((line) => line.startsWith(start));
  const requests = beginningWith('curl ');
  const mocks = beginningWith('npm run mock');
  const proxies = beginningWith('npm run proxy');
  const variables = lines.filter((line) => /^\w+=/.test(line));

  it('has only commands that are tested here', () => {
    const others = [...beginningWith('npx prism mock '), ...beginningWith('npm run serve')];
    expect(lines.length).toBe(requests.length + mocks.length + proxies.length + variables.length + others.length);
    expect(requests.length).toBeGreaterThan(8);
  });

  it.each(requests)('shows the result of %s', async (line) => {
    const [command = '', remark = ''] = line.split(/ +# /);
    const curl = command.replace('curl', 'curl -s -m 5 -o /dev/null -w "%{http_code}"');
    const { stdout } = await bash('bash', ['-c', withAddresses([...variables, curl].join('\n'))]);
    expect(remark.split(':')[0]).toBe(stdout);
  });

  it.each(mocks)('starts the mock with %s', (line) => {
    expect(readArguments(argumentsOf(line, 'mock')).kind).toBe('run');
  });

  if (proxies.length > 0) {
    it.each(proxies)('starts the proxy with %s', (line) => {
      expect(readProxyArguments(argumentsOf(line, 'proxy')).kind).toBe('run');
    });
  }

  it('names only existing scripts', async () => {
    const { scripts } = JSON.parse(await read('../package.json'));
    const named = [...text.matchAll(/npm run (\w+)/g)].map(([, script]) => script);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
  });
});

describe('the file of answers in the guide', () => {
  it('is valid and provides the answers of the mock', async () => {
    const [, answers = ''] = (await read('GUIDE.md')).match(/```json\n(.*?)```/s) ?? [];
    const folder = await mkdtemp(join(tmpdir(), 'guide-'));
    await writeFile(join(folder, 'answers.json'), answers);
    const own = await startMock({ services: ['vault'], port: 0, examples: join(folder, 'answers.json') });
    const headers = { Authorization: 'Bearer any' };
    expect((await fetch(`${own.urls.vault}/me/vats`, { headers })).status).toBe(401);
    const time = await fetch(`${own.urls.vault}/time`, { headers: { Prefer: 'example=stuck' } });
    expect(await time.json()).toMatchObject({ data: { epoch: 0 } });
    await own.close();
    await rm(folder, { recursive: true });
  });
});

/** The names of refusals in the text of the guide. */
const NAMED =
  'bad-login-method, wrong-signature, message-expired, message-too-early, untrusted-domain, wallet-token-rejected';

describe('the refusals of a sign-in', () => {
  it.each(NAMED.split(', '))('include %s', async (name) => {
    expect(await read('GUIDE.md')).toContain(`\`${name}\``);
    const response = await fetch(`${mock.urls.comment}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: `example=${name}` },
      body: '{"method":"mvm"}',
    });
    expect(response.status).toBe(401);
  });
});
