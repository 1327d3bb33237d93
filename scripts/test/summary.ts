/**
 * The end of `npm test`: the duration of each step, the tools that are missing on this machine, and the line for
 * programs.
 */
import { styleOf } from '@wallet-services/kit/style';
import type { Standing } from './standing.ts';

const style = styleOf(process.stdout);

export interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
}

export interface Results {
  /** The checks, and the tests as the last. */
  readonly outcomes: readonly Outcome[];
  readonly standing: Standing;
  /** What tests were skipped for, with the command that installs it. */
  readonly lacks: readonly string[];
  /** Whether tests may be skipped here: not in CI. */
  readonly mayBeSkipped: boolean;
  /** What the long tests try, where they were left out. */
  readonly left: readonly string[];
}

/** Checks count as tests: the last line counts everything that was judged. */
export function summary({ outcomes, standing, lacks, mayBeSkipped, left }: Results): { text: string; ok: boolean } {
  const checks = outcomes.slice(0, -1);
  const tests = outcomes.at(-1);
  const forbidden = mayBeSkipped ? [] : standing.skipped;
  const skipped = standing.skipped.length - forbidden.length;
  // A runner that ends badly without having judged anything to be wrong has failed itself.
  const itself = tests?.ok === false && standing.failed.length === 0 ? 1 : 0;
  const passed = standing.passed + checks.filter(({ ok }) => ok).length;
  const failed = standing.failed.length + forbidden.length + itself + checks.filter(({ ok }) => !ok).length;
  const lines = [
    style.bold('\nSummary\n'),
    ...outcomes.map(row),
    '',
    ...standing.failed.map((name) => `  ${style.bad('failed')}  ${name}`),
    ...(itself > 0 ? ['The test runner stopped before it had finished.'] : []),
    ...forbidden.map((name) => `  ${style.bad('skipped in CI')}  ${name}`),
    ...(lacks.length > 0 ? [style.bold(style.odd('NOT TESTED, because this machine lacks something:'))] : []),
    ...lacks.map((what) => style.odd(`  ${what}`)),
    ...(left.length > 0
      ? ['Skipped here; npm test -- --all and CI run them:', ...left.map((what) => `  ${what}`)]
      : []),
    `\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ];
  return { text: lines.join('\n'), ok: failed === 0 };
}

function row({ name, ok, seconds }: Outcome): string {
  const verdict = ok ? style.good('passed') : style.bad('failed');
  return `  ${verdict}  ${name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`;
}
