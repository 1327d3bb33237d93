/**
 * Measures how the time of generation grows with the number of operations: `node generators/bench/bench.ts [--rounds
 * 3]`. `spec.ts` makes both specs, so that they differ in size only; the sizes alternate, and the table shows medians.
 */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { root } from '../run.ts';
import { writeSpec } from './spec.ts';

const SIZES = [49, 490] as const;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Number(values.rounds);
const scratch = fileURLToPath(new URL('.scratch/', import.meta.url));

async function seconds(size: number): Promise<number> {
  const started = performance.now();
  const args = ['--spec', join(scratch, `spec-${size}`), '--out', join(scratch, `out-${size}`)];
  await promisify(execFile)(process.execPath, [join(root, 'generators/generate.ts'), ...args], { cwd: root });
  return (performance.now() - started) / 1000;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

const times = new Map<number, number[]>();
try {
  for (const size of SIZES) await writeSpec(join(scratch, `spec-${size}`), size);
  for (let round = 1; round <= rounds; round += 1) {
    for (const size of SIZES) {
      process.stderr.write(`round ${round} of ${rounds}: ${size} operations\n`);
      times.set(size, [...(times.get(size) ?? []), await seconds(size)]);
    }
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}

const [small, large] = SIZES.map((size) => median(times.get(size) ?? []));
console.log(`
| operations | seconds, median of ${rounds} | ratio |
|---|---|---|
| ${SIZES[0]} | ${small?.toFixed(1)} | 1.0 |
| ${SIZES[1]} | ${large?.toFixed(1)} | ${((large ?? 0) / (small ?? 1)).toFixed(1)} |`);
