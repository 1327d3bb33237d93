/**
 * The summary of `npm test`: the duration of each step, the missing tools, and a line for programs.
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
  /** The outcomes of the checks, and last of the tests. */
  readonly outcomes: readonly Outcome[];
  readonly standing: Standing;
  /** The missing tools for which tests were skipped, with the commands that install them. */
  readonly lacks: readonly string[];
  /** Whether skipped tests are allowed: not in CI. */
  readonly mayBeSkipped: boolean;
  /** What the skipped long tests cover. */
  readonly left: readonly string[];
}

/** Formats the summary. Checks count as tests in the last line. */
export function summary({ outcomes, standing, lacks, mayBeSkipped, left }: Results): { text: string; ok: boolean } {
  const checks = outcomes.slice(0, -1);
  const tests = outcomes.at(-1);
  const forbidden = mayBeSkipped ? [] : standing.skipped;
  const skipped = standing.skipped.length - forbidden.length;
  // A test runner that fails without a failed test counts as one failure.
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
