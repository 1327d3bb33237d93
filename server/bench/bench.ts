/**
 * The cost of validation, relative to plain Express: `node server/bench/bench.ts [--rounds 5] [--seconds 1]`.
 *
 * Fresh processes of the same code differ by 10 to 20 %, so each round starts a new process of every variant, in turn,
 * and compares it with the plain Express of the same round; the table shows the median of the rounds' ratios.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeValidators } from '@wallet-services/generators/validators';
import { documentOf } from './document.ts';
import { CONNECTIONS, geometricMean, load, median, start } from './measure.ts';
import { type Workload, workloads } from './workloads.ts';

const COUNTS = [50, 500] as const;
const VARIANTS = ['express', 'express without etag', 'compiled', 'express-openapi-validator'] as const;
type Variant = (typeof VARIANTS)[number];

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '1' } },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

// In this folder, so that the compiled validators can resolve their imports.
const scratch = fileURLToPath(new URL('.scratch/', import.meta.url));

async function prepare(count: number): Promise<string> {
  const folder = join(scratch, String(count));
  await mkdir(folder, { recursive: true });
  const code = writeValidators(documentOf(count));
  await writeFile(join(folder, 'validators.js'), code);
  return folder;
}

type Ratios = Map<string, number[]>;

function key(variant: Variant, count: number, workload: Workload): string {
  return `${variant} ${count} ${workload.name}`;
}

async function round(ratios: Ratios, count: number, folder: string): Promise<void> {
  const baseline = new Map<string, number>();
  for (const variant of VARIANTS) {
    const running = await start('app.ts', [variant, String(count), folder]);
    try {
      for (const workload of workloads) {
        await load(running.url, workload, Math.max(1, seconds / 2));
        const rate = await load(running.url, workload, seconds);
        if (variant === 'express') baseline.set(workload.name, rate);
        const ratio = rate / (baseline.get(workload.name) ?? Number.NaN);
        const name = key(variant, count, workload);
        ratios.set(name, [...(ratios.get(name) ?? []), ratio]);
      }
    } finally {
      running.stop();
    }
  }
}

function table(ratios: Ratios): string {
  const head = ['engine', 'operations', ...workloads.map(({ name }) => name), 'geometric mean'];
  const rows = COUNTS.flatMap((count) =>
    VARIANTS.map((variant) => {
      const medians = workloads.map((workload) => median(ratios.get(key(variant, count, workload)) ?? []));
      return [variant, String(count), ...[...medians, geometricMean(medians)].map((ratio) => ratio.toFixed(2))];
    }),
  );
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const ratios: Ratios = new Map();
try {
  for (const count of COUNTS) {
    const folder = await prepare(count);
    for (let index = 1; index <= rounds; index += 1) {
      process.stderr.write(`${count} operations, round ${index} of ${rounds}\n`);
      await round(ratios, count, folder);
    }
  }
  console.log(`\nShare of plain Express, median of ${rounds} rounds, ${CONNECTIONS} connections:\n\n${table(ratios)}`);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
