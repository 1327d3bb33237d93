import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '@wallet-services/generators/run';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { mutatedFolders } from './folders.ts';
import { readArguments } from './options.ts';
import { percentOf, recordScore, scoreOf } from './scores.ts';

describe('the folders', () => {
  const folders = Object.entries(mutatedFolders);

  test.each(folders)('%s has sources and tests', (_name, { sources, tests, except = {}, reads = [] }) => {
    for (const pattern of [...sources, ...tests, ...Object.keys(except), ...reads]) {
      expect([pattern, globSync(pattern, { cwd: root }).length > 0]).toEqual([pattern, true]);
    }
  });

  test('are tested every night, each in a shard', async () => {
    const workflow = parse(await readFile(join(root, '.github/workflows/nightly.yml'), 'utf8'));
    expect(workflow.jobs.mutation.strategy.matrix.folder).toEqual(folders.map(([name]) => name));
  });
});

describe('a score', () => {
  const score = scoreOf(['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'Ignored', 'CompileError']);

  test('counts detected mutants, undetected ones, and those with a reason', () => {
    expect(score).toEqual({ killed: 2, survived: 1, uncovered: 1, excused: 2 });
    expect(percentOf(score)).toBe(50);
    expect(percentOf(scoreOf([]))).toBe(100);
  });

  test('is recorded next to the others, in the order of their names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'scores-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'scores.json');
    await writeFile(file, JSON.stringify({ kit: scoreOf([]), runtime: scoreOf([]) }));
    await recordScore('kit', score, pathToFileURL(file));
    await recordScore('client', score, pathToFileURL(file));
    const scores: object = JSON.parse(await readFile(file, 'utf8'));
    expect(Object.entries(scores)).toEqual([
      ['client', score],
      ['kit', score],
      ['runtime', scoreOf([])],
    ]);
  });

  test('that is committed is high enough', async () => {
    const scores: object = JSON.parse(await readFile(new URL('scores.json', import.meta.url), 'utf8'));
    for (const [name, one] of Object.entries(scores)) {
      expect(percentOf(one), name).toBeGreaterThanOrEqual(mutatedFolders[name]?.least ?? Number.NaN);
    }
  });
});

describe('the command line', () => {
  test('names a folder', () => {
    expect(readArguments(['kit', '--workers', '3', '--write'])).toMatchObject({
      kind: 'run',
      options: { name: 'kit', files: [], workers: 3, write: true },
    });
    expect(readArguments(['kit', '--file', 'a.ts', 'b.ts'])).toMatchObject({ options: { files: ['a.ts', 'b.ts'] } });
  });

  test.each([
    [['nowhere'], /^nowhere is none of the folders: use kit, expressions, /],
    [[], /^missing required argument 'folder'/],
    [['kit', '--write', '--file', 'a.ts'], /^--write records the score of a whole folder: leave --file out/],
    [['kit', '--workers', '0'], /a whole number from 1 to 64/],
  ])('%j is invalid', (args, problem) => {
    expect(readArguments(args)).toMatchObject({ kind: 'usage', problem: expect.stringMatching(problem) });
  });
});
