/** Runs Stryker on a folder. */
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { root } from '@wallet-services/generators/run';
import { styleOf } from '@wallet-services/kit/style';
import type { Options } from './options.ts';
import { percentOf, recordScore, scoreOf } from './scores.ts';

/** Files that every folder needs in addition to its own. */
const ALWAYS = ['package.json', '*/package.json', 'tsconfig.json', 'scripts/mutation'];

/** @returns the exit code */
export async function runMutation({ name, folder, files, workers, write }: Options): Promise<number> {
  process.chdir(root);
  process.env['MUTATED'] = name;
  const kept = [name, ...(folder.reads ?? []), ...ALWAYS];
  const stryker = new Stryker({
    mutate: [
      ...(files.length > 0 ? files : folder.sources),
      '!**/*.test.ts',
      '!**/testing/**',
      ...Object.keys(folder.except ?? {}).map((pattern) => `!${pattern}`),
    ],
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner'],
    ignorePatterns: ['**', ...kept.flatMap((path) => [`!${path}`, `!${path}/**`]), '**/node_modules', '**/bench/**'],
    tempDirName: '.scratch/mutation',
    reporters: ['clear-text', ...(process.stdout.isTTY ? ['progress'] : [])],
    clearTextReporter: {
      logTests: false,
      reportTests: false,
      reportScoreTable: true,
      allowColor: process.stdout.isTTY,
    },
    // Endless loops are detected by this timeout, which is generous for a busy machine.
    timeoutMS: 20_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 15,
    concurrency: workers,
    disableTypeChecks: false,
  });
  const results = await stryker.runMutationTest();
  const score = scoreOf(results.map(({ status }) => status));
  const percent = percentOf(score);
  const enough = files.length > 0 || percent >= folder.least;
  const { good, bad } = styleOf(process.stdout);
  const verdict = enough ? good('reached') : bad('not reached');
  console.log(`${name}: ${percent.toFixed(1)} % of ${results.length} mutants killed; ${folder.least} % ${verdict}`);
  if (write) {
    await recordScore(name, score);
    console.log(`recorded in ${relative(process.cwd(), new URL('scores.json', import.meta.url).pathname)}`);
  }
  return enough ? 0 : 1;
}
