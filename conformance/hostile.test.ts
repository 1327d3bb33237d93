import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openContract } from './run/contract.ts';
import { FORGED, modes } from './testing/hostile/modes.ts';
import { startHostile } from './testing/hostile/server.ts';

const command = fileURLToPath(new URL('./cli.ts', import.meta.url));

/** The limits of a run, in seconds of processor time and MB. */
const [MOST_SECONDS, MOST_MEMORY] = [20, 300];

/** Prints the processor time and peak memory of the process at its end; the parent would measure its own peak. */
const usage = `
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const peak = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  process.stderr.write('took ' + JSON.stringify([(userCPUTime + systemCPUTime) / 1e6, Number(peak) / 1024]));
});`;

const formats = ['markdown', 'junit', 'sarif', 'json', 'html', 'har'] as const;

interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
  readonly seconds: number;
  readonly memory: number;
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
});
afterAll(() => rm(folder, { recursive: true }));

function checked(args: readonly string[], onStart: (kill: () => void) => void = () => undefined): Promise<Run> {
  const flags = ['--max-semi-space-size=4', '--max-old-space-size=128'];
  const watch = ['--import', `data:text/javascript,${encodeURIComponent(usage)}`];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...flags, ...watch, command, ...args]);
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (errors += chunk));
    onStart(() => child.kill('SIGINT'));
    child.on('close', (code) => {
      const [seconds, memory] = JSON.parse(/took (\[.*?\])/.exec(errors)?.[1] ?? '[0, 0]') as [number, number];
      resolve({ code, output, errors: errors.replace(/took .*/, ''), seconds, memory });
    });
  });
}

describe.concurrent('a hostile server costs little, and forges nothing', () => {
  const all = Object.entries(modes).map(([name, mode], index) => ({ name, mode, index }));
  test.each(all)('$name', async ({ mode, index }) => {
    // The service with the shortest run; the limits are the same for every service.
    const service = 'lending';
    const { api } = await openContract().service(service);
    const server = await startHostile(api, mode);
    const files = formats.map((format) => join(folder, `${index}.${format}`));
    const reports = formats.flatMap((format, place) => [`--${format}`, files[place] ?? '']);
    const run = await checked([`--${service}`, server.origin, '--timeout', '2', ...reports]);
    await server.close();
    expect(run.code, run.errors).toBeOneOf([1, 3]);
    expect(run.seconds).toBeLessThan(MOST_SECONDS);
    expect(run.memory).toBeLessThan(MOST_MEMORY);
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
    for (const text of [run.output, run.errors, ...texts]) {
      expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }
    // In these reports, a line from the server could look like one of the suite.
    const [markdown = '', junit = ''] = texts;
    for (const text of [run.output, run.errors, markdown, junit]) {
      expect(text).not.toMatch(new RegExp(`^[#\\s]*${FORGED}`, 'm'));
    }
    expect(run.output.trim().split('\n').at(-1)).not.toMatch(/^CONFORMANT/);
  });
});

test.each([
  ['400,000 escaped names', `{${Array.from({ length: 400_000 }, (_, at) => `"n${at}":{}`).join()}}`],
  ['200,000 items', `{"flips":[${'{},'.repeat(99_000)}{}]}`],
  ['a text of 8 MB', `{"flips":"${'a'.repeat(7_900_000)}"}`],
])('a recording with %s costs little, and the rest of it is judged', async (name, text) => {
  const entry = (body: string) => ({
    startedDateTime: '2025-11-21T02:00:00Z',
    time: 5,
    request: { method: 'GET', url: 'http://127.0.0.1:4000/vault/flips', headers: [] },
    response: { status: 200, headers: [], content: { mimeType: 'application/json', text: body } },
  });
  const path = join(folder, `${name}.har`);
  const wrong = '{"flips":[{"id":0}]}';
  await writeFile(path, JSON.stringify({ log: { version: '1.2', entries: [entry(text), entry(wrong)] } }));
  const run = await checked(['--har', path]);
  expect([run.code, run.errors]).toEqual([1, expect.not.stringContaining('the suite failed')]);
  expect(run.seconds).toBeLessThan(MOST_SECONDS);
  expect(run.memory).toBeLessThan(MOST_MEMORY);
});

test('Ctrl-C ends a run at once, however busy the suite is', async () => {
  const { api } = await openContract().service('lending');
  const busy = modes['every list has 20,000 wrong items'] ?? (() => undefined);
  const har = join(folder, 'interrupted.har');
  let request = 0;
  let kill: () => void = () => undefined;
  const server = await startHostile(api, (occasion) => {
    busy(occasion);
    request += 1;
    if (request === 5) kill();
  });
  const run = await checked(['--lending', server.origin, '--har', har], (signal) => {
    kill = signal;
  });
  await server.close();
  expect(run.code).toBe(130);
  // A suite that is stuck in a judgement has no report.
  expect(`${run.output}${run.errors}`).toContain('interrupted');
  expect(run.output).not.toMatch(/^CONFORMANT/m);
  // Of the processor, and less than a judgement may take.
  expect(run.seconds).toBeLessThan(10);
  await expect(readFile(`${har}.partial`)).rejects.toThrow('ENOENT');
});
