import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { drifted } from './drift.ts';
import { limitsFile, readLimits } from './limits.ts';
import { readClients, readManifest } from './manifest.ts';
import { isAtLeast, lacksOf, versionIn } from './needs.ts';
import { run } from './run.ts';
import { takeStep } from './steps.ts';

const MANIFEST = { name: 'Some', package: 'some', needs: [], check: ['./some'] };
const root = fileURLToPath(new URL('../..', import.meta.url));

describe('a manifest', () => {
  it('is read', () => {
    expect(readManifest('some', '/some', JSON.stringify(MANIFEST))).toMatchObject({ id: 'some', generated: [] });
  });

  it.each([
    ['{', /Expected property name/],
    [JSON.stringify({ ...MANIFEST, check: './some' }), /check is not a command/],
    [JSON.stringify({ ...MANIFEST, name: undefined }), /name is not a text/],
    [JSON.stringify({ ...MANIFEST, tests: [] }), /tests is not a known member/],
    [JSON.stringify({ ...MANIFEST, needs: [{ command: ['go'] }] }), /needs is not a list/],
  ])('that is wrong is told: %s', (text, problem) => {
    expect(() => readManifest('some', '/some', text)).toThrow(problem);
  });

  it('of every client has a README beside it, and outputs that git leaves out', async () => {
    for (const { path, packed } of await readClients()) {
      expect(await readFile(join(path, 'README.md'), 'utf8')).toMatch(/^# /);
      const outputs = packed.map((pattern) => pattern.replaceAll('*', 'x'));
      const ignored = await promisify(execFile)('git', ['check-ignore', ...outputs], { cwd: path });
      expect(ignored.stdout.trim().split('\n')).toHaveLength(outputs.length);
    }
  });
});

describe('a toolchain', () => {
  it('has a version', () => {
    expect(['go version go1.26.1 linux/amd64', 'Python 3.11.7', 'nothing'].map(versionIn)).toEqual([
      '1.26.1',
      '3.11.7',
      undefined,
    ]);
    expect([isAtLeast('3.9', '3.10'), isAtLeast('1.26.1', '1.26'), isAtLeast('17.0.15', '17.0.16')]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('that is missing is told, with how to get it', async () => {
    const needs = [{ command: ['no-such-program', '--version'] as const, atLeast: '1.0', debian: ['some', 'more'] }];
    const client = { ...readManifest('some', root, JSON.stringify(MANIFEST)), needs };
    expect(await lacksOf(client)).toMatchObject([{ text: 'no-such-program 1.0 or later: apt-get install some more' }]);
  });
});

it('a file that changed, came or went has drifted', () => {
  const before = new Map([
    ['a', '1'],
    ['b', '1'],
    ['c', '1'],
  ]);
  const after = new Map([
    ['a', '1'],
    ['b', '2'],
    ['d', '1'],
  ]);
  expect(drifted(before, after)).toEqual(['b', 'c', 'd']);
});

it('generated files that change are a failure, unless they are to be written', async () => {
  const path = await mkdtemp(join(tmpdir(), 'client-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  await run(['git', 'init', '-q'], path);
  let runs = 0;
  const client = () => {
    runs += 1;
    const generate = [['node', '-e', `require('fs').writeFileSync('made', '${runs}')`]];
    return readManifest('some', path, JSON.stringify({ ...MANIFEST, generate, generated: ['made'] }));
  };
  expect(await takeStep(client(), 'generate')).toMatch(
    /^generated files were out of date and were rewritten: commit made$/,
  );
  expect(await takeStep(client(), 'generate', {}, true)).toBeUndefined();
  expect(await readFile(join(path, 'made'), 'utf8')).toBe('2');
});

it('a command that fails says what it printed', async () => {
  const script = 'console.log("half"); console.error("why"); process.exitCode = 3';
  expect(await run(['node', '-e', script], root)).toMatchObject({ ok: false, stdout: 'half\n' });
  expect(await run(['no-such-program'], root)).toMatchObject({ ok: false, output: expect.stringMatching(/ENOENT/) });
});

it('the limits that all clients share are written for each', async () => {
  const limits = await readLimits();
  const files = (await readClients()).flatMap((client) => limitsFile(client, limits) ?? []);
  expect(files.length).toBeGreaterThan(4);
  for (const { file, text } of files) expect(await readFile(file, 'utf8')).toBe(text);
});

/** Languages are found by their folders: the commands, the tests and the CI name none. */
it('nothing outside the folders of the clients knows which there are', async () => {
  const ids = (await readClients()).map(({ id }) => id);
  for (const file of [
    'package.json',
    '.ci/run',
    'knip.json',
    'clients/tools/cli.ts',
    'client-conformance/all/all.ts',
  ]) {
    const text = await readFile(join(root, file), 'utf8');
    for (const id of ids) expect([file, text.includes(`clients/${id}`)]).toEqual([file, false]);
  }
});

it('a code sample that does not compile is a failure, and no sample stays', async () => {
  const path = await mkdtemp(join(tmpdir(), 'client-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  const sampleFiles = { lang: 'java', file: 'samples/{name}.txt', text: '{imports}\nclass {name} {\n{code}}\n' };
  const reads = (check: string) => [
    ['node', '-e', `${check}(require('fs').readFileSync('samples/lending_0.txt', 'utf8'))`],
  ];
  const client = (check: string) =>
    readManifest('some', path, JSON.stringify({ ...MANIFEST, sampleFiles, samples: reads(check) }));
  const whole = '(text => { if (!/^import [^]*;\\nclass lending_0 \\{\\n/.test(text)) throw Error(text); })';
  expect(await takeStep(client(whole), 'samples')).toBeUndefined();
  expect(await readdir(path)).toEqual([]);
  expect(await takeStep(client('(text => { throw Error("no Java"); })'), 'samples')).toContain('no Java');
  expect(await readdir(path)).toEqual([]);
});
