/** Runs what the README says. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArguments } from './options.ts';
import { serviceNames, servicePorts } from './services.ts';
import { type Mock, startMock } from './start.ts';

const bash = promisify(execFile);

let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ port: 0 });
});

afterAll(() => mock.close());

describe('the README', async () => {
  const text = await readFile(new URL('README.md', import.meta.url), 'utf8');
  const lines = [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n'));
  const requests = lines.filter((line) => line.startsWith('curl '));
  const starts = lines.filter((line) => line.startsWith('npm run mock'));
  const variables = lines.filter((line) => /^\w+=/.test(line));

  it('has only commands that are tried here', () => {
    const prism = lines.filter((line) => line.startsWith('npx prism mock '));
    expect(lines.length).toBe(requests.length + starts.length + variables.length + prism.length);
    expect(requests.length).toBeGreaterThan(8);
  });

  it.each(requests)('says what comes of %s', async (line) => {
    const [command = '', remark = ''] = line.split(/ +# /);
    let script = [...variables, command.replace('curl', 'curl -s -m 5 -o /dev/null -w "%{http_code}"')].join('\n');
    for (const service of serviceNames) {
      script = script.replaceAll(`http://127.0.0.1:${servicePorts[service]}`, mock.urls[service]);
    }
    const { stdout } = await bash('bash', ['-c', script]);
    expect(remark.split(':')[0]).toBe(stdout);
  });

  it.each(starts)('starts the mock with %s', (line) => {
    const [command = ''] = line.split(/ +# /);
    const args = command
      .replace(/^npm run mock( --)?/, '')
      .split(' ')
      .filter(Boolean);
    expect(readArguments(args).kind).toBe('start');
  });
});
