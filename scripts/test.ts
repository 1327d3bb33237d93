/**
 * `npm test`: everything that decides whether a change is good, with one summary.
 *
 * Each step is a command of the field. A step that fails shows what it said; the others still run.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { root } from '@wallet-services/generators/run';

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Shown while it runs, and not only when it fails. */
  readonly live?: boolean;
}

interface Outcome {
  readonly step: Step;
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
}

const STEP_LIMIT = 600_000;

const scratch = await mkdtemp(join(tmpdir(), 'wallet-services-test-'));
const results = join(scratch, 'vitest.json');

const steps: readonly Step[] = [
  { name: 'formatting and lint', command: ['biome', 'check', '.'] },
  { name: 'TypeSpec formatting', command: ['tsp', 'format', '--check', 'spec/**/*.tsp'] },
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'protobuf lint', command: ['buf', 'lint'] },
  { name: 'unused code', command: ['knip'] },
  {
    name: 'tests, drift included',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`],
    live: true,
  },
];

function runStep(step: Step): Promise<Outcome> {
  const started = performance.now();
  const [command, ...args] = step.command;
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, {
      cwd: root,
      env: process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', step.live ? 'inherit' : 'pipe', step.live ? 'inherit' : 'pipe'],
      timeout: STEP_LIMIT,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const end = (ok: boolean, more = '') => {
      resolve({ step, ok, seconds: (performance.now() - started) / 1000, output: output + more });
    };
    child.on('error', (error) => end(false, error.message));
    child.on('close', (code, signal) => end(code === 0, signal === null ? '' : `\nended by ${signal}`));
  });
}

/** How many tests passed and failed; null when the runner did not come to its end. */
async function testCounts(): Promise<{ passed: number; failed: number; skipped: number } | null> {
  try {
    const report: { numPassedTests: number; numFailedTests: number; numPendingTests: number } = JSON.parse(
      await readFile(results, 'utf8'),
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
  } catch {
    return null;
  }
}

const outcomes: Outcome[] = [];
for (const step of steps) {
  console.log(styleText('bold', `\n${step.name}`));
  const outcome = await runStep(step);
  if (!step.live) console.log(outcome.ok ? 'ok' : outcome.output.trim());
  outcomes.push(outcome);
}
const counts = await testCounts();
await rm(scratch, { recursive: true, force: true });

console.log(styleText('bold', '\nSummary\n'));
for (const { step, ok, seconds } of outcomes) {
  const verdict = ok ? styleText('green', 'passed') : styleText('red', 'failed');
  console.log(`  ${verdict}  ${step.name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`);
}
const failed = outcomes.filter(({ ok }) => !ok).length;
if (counts === null) {
  console.log('\nThe test runner did not finish.');
} else {
  // Checks count as tests: what stands here is everything that was judged.
  const checks = outcomes.filter(({ step }) => !step.live);
  const passed = counts.passed + checks.filter(({ ok }) => ok).length;
  const wrong = counts.failed + checks.filter(({ ok }) => !ok).length;
  console.log(`\n${passed} passed, ${wrong} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`);
}
process.exitCode = failed === 0 ? 0 : 1;
