/**
 * Compares validated handlers with those of others: `node e2e/runtime/bench/bench.ts [--rounds 5] [--seconds 0.5]`.
 *
 * All contenders must validate equally: before the measurement, each validating one has to reject the same invalid
 * requests and answers (`operations.ts`). Fastify validates by the schemas of the document, Hono by the same ones in
 * zod; all handlers are asynchronous. `createFetchHandler` runs on Hono's server, so compare it with Hono; compare
 * `createNodeHandler` with Fastify, which uses Node.js directly too.
 *
 * Each round starts every contender in a fresh process, sends requests to them in turn, and compares them with plain
 * Express in the same round; the tables show the median of the rounds. CPU is the time of the server's process per
 * answer, which is more reliable than answers per second on a busy machine.
 */
import { parseArgs } from 'node:util';
import { contenders } from './contenders.ts';
import { checkOf, cpuOf, geometricMean, load, median, start } from './measure.ts';
import { workloads } from './operations.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '0.5' },
    only: { type: 'string', multiple: true },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const chosen = contenders.filter(({ name }) => values.only?.includes(name) ?? true);
const names = chosen.map(({ name }) => name);
const [baseline = ''] = names;

/** Results of a contender for an operation, one per round. */
interface Figures {
  readonly rate: number[];
  readonly cpu: number[];
}
const figures = new Map(
  chosen.map(({ name }) => [name, workloads.map((): Figures => ({ rate: [], cpu: [] }))] as const),
);

for (let round = 1; round <= rounds; round += 1) {
  process.stderr.write(`round ${round} of ${rounds}\n`);
  const running = await Promise.all(
    chosen.map(async (contender) => ({ contender, server: await start(contender.name) })),
  );
  try {
    for (const { contender, server } of running) await checkOf(contender, server);
    for (const [place, workload] of workloads.entries()) {
      for (const { server } of running) await load(server.url, workload, seconds);
      for (const { contender, server } of running) {
        const before = await cpuOf(server);
        const answers = await load(server.url, workload, seconds);
        const taken = (await cpuOf(server)) - before;
        const kept = figures.get(contender.name)?.[place];
        kept?.rate.push(answers / seconds);
        kept?.cpu.push(taken / answers);
      }
    }
  } finally {
    for (const { server } of running) server.stop();
  }
}

/** Ratios between two contenders in the same rounds. */
function ratios(of: (figures: Figures) => readonly number[], pairs: readonly (readonly [string, string])[]): string {
  const head = ['', ...workloads.map(({ name }) => name), 'geometric mean'];
  const rows = pairs.map(([name, other]) => {
    const base = (figures.get(other) ?? []).map(of);
    const shares = (figures.get(name) ?? []).map((each, place) =>
      median(of(each).map((value, round) => value / (base[place]?.[round] ?? Number.NaN))),
    );
    const label = other === baseline ? name : `${name} : ${other}`;
    return [label, ...[...shares, geometricMean(shares)].map((share) => share.toFixed(2))];
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const toBaseline = names.map((name) => [name, baseline] as const);
const oursToOthers = (
  [
    ['createNodeHandler', 'Fastify, its own validation'],
    ['createFetchHandler', 'Hono, zod-openapi'],
  ] as const
).filter((pair) => pair.every((name) => names.includes(name)));
const forTheSameCpu = ({ cpu }: Figures) => cpu.map((each) => 1 / each);

console.log(`
Answers a second, as a share of ${baseline}; median of ${rounds} rounds:

${ratios(({ rate }) => rate, toBaseline)}

Answers for the same CPU, as a share of ${baseline}:

${ratios(forTheSameCpu, toBaseline)}

Ours against others, answers for the same CPU:

${ratios(forTheSameCpu, oursToOthers)}`);
