import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const command = fileURLToPath(new URL('cli.ts', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the command. @param interrupt sends Ctrl-C when the output matches it */
function docs(args: readonly string[], interrupt?: string): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...args], { timeout: PATIENCE });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
    if (interrupt !== undefined && !child.killed && errors.includes(interrupt)) child.kill('SIGINT');
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, output, errors }));
  });
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-cli-'));
  await writeFile(join(folder, 'notes.txt'), 'not a report');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('npm run docs', () => {
  it('prints its help with examples', async () => {
    const { code, output, errors } = await docs(['--help']);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain('npm run docs -- --out /tmp/pages');
  });

  it.each([
    ['an unknown flag', () => ['--uot', '/tmp/x'], /unknown option '--uot'.*Try: npm run docs -- --help/],
    ['a word too many', () => ['site'], /too many arguments/],
    ['an empty folder name', () => ['--out', ''], /--out is empty/],
    [
      'a folder that holds something else',
      () => ['--out', folder],
      /contains other files; choose an empty or a new folder/,
    ],
    ['a folder that is a file', () => ['--out', join(folder, 'notes.txt')], /cannot be written to \(ENOTDIR\)/],
    ['a report that is not there', () => ['--out', join(folder, 'a'), '--report', join(folder, 'none.json')], /ENOENT/],
    ['a report that is none', () => ['--out', join(folder, 'b'), '--report', join(folder, 'notes.txt')], /is not JSON/],
  ] as const)('says in one line what is wrong with %s, and exits with 2', async (_name, args, line) => {
    const { code, output, errors } = await docs(args());
    expect([code, output]).toEqual([2, '']);
    expect(errors).toMatch(/^docs: [^\n]+\n$/);
    expect(errors).toMatch(line);
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });

  it('writes nothing when it is interrupted', async () => {
    const { code, output, errors } = await docs(['--out', join(folder, 'site')], 'checking');
    expect([code, output]).toEqual([130, '']);
    expect(errors).toMatch(/docs: interrupted; nothing was written\n$/);
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });
});
