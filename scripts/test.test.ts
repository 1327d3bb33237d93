import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { root } from '@wallet-services/generators/run';
import { expect, test } from 'vitest';
import { checksOf } from './test/checks.ts';
import { watched } from './test/child.ts';
import { long } from './test/long.ts';
import { readArguments } from './test/options.ts';

const command = new URL('test.ts', import.meta.url).pathname;

function run(...args: readonly string[]): Promise<{ code: number; output: string; errors: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors });
    });
  });
}

test('npm test prints its help with examples', async () => {
  expect(await run('--help')).toEqual({
    code: 0,
    output: expect.stringContaining('npm test -- server/vault\n'),
    errors: '',
  });
});

test.each([
  [['--everything'], "unknown option '--everything'"],
  [['nowhere'], 'no such file or folder: nowhere'],
  [['..'], '.. is outside the repository: give a path in it'],
  [['.'], '. is the whole repository: leave the path out'],
])('%j is rejected in one line', async (args, problem) => {
  const errors = `test: ${problem}. Try: npm test -- --help\n`;
  expect(await run(...args)).toEqual({ code: 2, output: '', errors });
});

test('a folder limits the checks that can be limited', () => {
  const paths = ['server/vault/', 'mock/cli.test.ts'];
  const requested = readArguments(['server/vault', 'mock/cli.test.ts']);
  expect(requested).toEqual({ kind: 'run', options: { paths } });
  const limited = checksOf(paths).filter((check) => check.limited);
  expect(limited.map(({ command }) => command.slice(-2))).toEqual([paths]);
  expect(checksOf(['spec/vault/']).map(({ name }) => name)).toEqual(checksOf([]).map(({ name }) => name));
});

test.each(Object.keys(long))('%s names tests', (pattern) => {
  expect(globSync(pattern, { cwd: root }).filter((file) => file.endsWith('.test.ts'))).not.toEqual([]);
});

test('reports a command that is silent for too long, then ends it with its children', async () => {
  const silences: number[] = [];
  const started = "const { pid } = require('node:child_process').spawn('sleep', ['60']); console.log(pid);";
  const { ok, hung, output } = await watched({
    command: [process.execPath, '-e', started],
    reportAfter: 500,
    endAfter: 2_000,
    onSilence: (silence) => silences.push(silence),
  });
  expect({ ok, hung }).toEqual({ ok: false, hung: true });
  expect(silences.length).toBeGreaterThan(0);
  await expect.poll(() => isThere(Number(/^\d+/.exec(output)))).toBe(false);
});

/** A zombie process counts as gone as well. */
async function isThere(pid: number): Promise<boolean> {
  expect(pid).toBeGreaterThan(1);
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !status.includes(') Z ');
}
