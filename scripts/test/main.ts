/** Implements `npm test`: runs the checks one after the other, and the tests at the same time. */

import { join } from 'node:path';
import { root } from '@wallet-services/generators/run';
import { styleOf } from '@wallet-services/kit/style';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { type Check, checksOf } from './checks.ts';
import { type Ended, endAll, watched } from './child.ts';
import { long } from './long.ts';
import type { Options } from './options.ts';
import type { Message } from './reporter.ts';
import { after, atFirst, lacks, type Standing, whatRuns } from './standing.ts';
import { type Outcome, summary } from './summary.ts';
import { watch } from './watch.ts';

const style = styleOf(process.stdout);

/** Milliseconds of silence after which a command is reported. */
const TELL_AFTER = 60_000;
/** Milliseconds of silence after which it is killed; tests end themselves before that (vitest.config.ts). */
const END_AFTER = 2 * PATIENCE;

/** @returns the exit code */
export async function main(options: Options): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      endAll();
      process.exit(130);
    });
  }
  if (options.watch) return watch(vitestArguments(options));
  const checks = checksOf(options.paths);
  if (options.paths.length > 0) {
    const whole = checks.filter(({ limited }) => !limited).map(({ name }) => name);
    console.log(`limited to ${options.paths.join(', ')}; for the whole repository: ${whole.join(', ')}`);
  }
  const [{ ended, standing }, outcomes] = await Promise.all([runTests(options), runChecks(checks)]);
  const { text, ok } = summary({
    outcomes: [...outcomes, { name: 'tests, including drift', ok: ended.ok, seconds: ended.seconds }],
    standing,
    lacks: lacks(ended.output),
    mayBeSkipped: !process.env['CI'],
    left: isShort(options) ? Object.values(long) : [],
  });
  console.log(text);
  return ok ? 0 : 1;
}

function vitestArguments(options: Options): string[] {
  const { paths, test } = options;
  // An absolute path matches only that folder or file, not other files whose names contain it.
  const places = paths.map((path) => join(root, path));
  const left = isShort(options) ? Object.keys(long).map((pattern) => `--exclude=${pattern}`) : [];
  return [...(paths.length > 0 ? ['--passWithNoTests'] : left), ...(test === undefined ? [] : ['-t', test]), ...places];
}

/** Whether the long tests are skipped. */
const isShort = ({ all = false, paths }: Options) => !all && paths.length === 0;

async function runTests(options: Options): Promise<{ readonly ended: Ended; readonly standing: Standing }> {
  let standing = atFirst;
  const named = () => whatRuns(standing).join('\n  ') || 'no test; something prevents the process from exiting';
  if (isShort(options)) process.env['TEST_SHORT'] = '1';
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/test/reporter.ts')}`];
  const ended = await watched({
    command: ['vitest', 'run', ...reporters, ...vitestArguments(options)],
    reportAfter: TELL_AFTER,
    endAfter: END_AFTER,
    onOutput: (text) => process.stdout.write(text),
    onSilence: (silence) =>
      console.log(`\nno output for ${Math.round(silence / 1000)} s; still running:\n  ${named()}\n`),
    onMessage: (message) => {
      standing = after(standing, message as Message);
    },
  });
  if (!ended.hung) return { ended, standing };
  console.log(style.bad(`\nstopped after ${END_AFTER / 1000} s without output; was running:\n  ${named()}\n`));
  return { ended, standing: { ...standing, failed: [...standing.failed, ...whatRuns(standing)] } };
}

async function runChecks(checks: readonly Check[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, command } of checks) {
    const { ok, output, seconds, hung } = await watched({ command, reportAfter: END_AFTER, endAfter: END_AFTER });
    const more = hung ? `\nstopped after ${END_AFTER / 1000} s without output` : '';
    if (!ok) console.log(`${style.bold(style.bad(`\n${name}`))}\n${output.trim()}${more}\n`);
    outcomes.push({ name, ok, seconds });
  }
  return outcomes;
}
