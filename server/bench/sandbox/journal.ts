/**
 * Measures what the control API costs, and the journal's part of it: `node server/bench/sandbox/journal.ts [rounds]
 * [path]`. One process runs four servers: two without the control API, one with it but without journals, one with both.
 * They are measured in turn, in short rounds that each start with another server; the result is the median of the
 * rounds' ratios. CPU time per request is the measure, since other work on the machine changes it least; answers per
 * second are only valid on an idle machine. `noise` is the difference between the two equal servers: smaller
 * differences mean nothing. The process of the servers gets the flags in `SERVER_FLAGS`, such as `--cpu-prof`.
 * Default: 60 rounds of each of three paths.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { startServer } from '../../index.ts';
import { median } from '../measure.ts';

const PATHS = ['/lending/api/v1/markets/all', '/vault/flips?limit=50', '/swap/api/pairs'];
const CONNECTIONS = 8;

/** Number of requests in a round. */
const REQUESTS = 240;

const NOTHING: Cost = { used: 0, took: 0 };

/** Number of unmeasured rounds at the start, which fill the journal. */
const WARM = 30;

async function serve(): Promise<void> {
  const ports = { port: 0, rpcPort: 0 };
  const servers = [
    await startServer({ ...ports, sandbox: false }),
    await startServer({ ...ports, sandbox: false }),
    await startServer({ ...ports, journal: false }),
    await startServer(ports),
  ];
  process.send?.(servers.map(({ httpUrl }) => httpUrl));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.once('disconnect', () => process.exit(0));
}

/** CPU time of the process so far, in microseconds. */
async function used(child: ChildProcess): Promise<number> {
  child.send('how much');
  const [message] = await once(child, 'message');
  return Number(message);
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

async function answered(url: string): Promise<void> {
  const requested = get(url, { agent });
  const [response] = await once(requested, 'response');
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
}

/** CPU time and elapsed time of a request, in microseconds. */
interface Cost {
  readonly used: number;
  readonly took: number;
}

async function round(child: ChildProcess, url: string): Promise<Cost> {
  const before = await used(child);
  const begun = performance.now();
  const each = REQUESTS / CONNECTIONS;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let requested = 0; requested < each; requested += 1) await answered(url);
    }),
  );
  const took = (performance.now() - begun) * 1_000;
  return { used: ((await used(child)) - before) / REQUESTS, took: took / REQUESTS };
}

/** Costs in a round: without the control API, again without it, with it, and with it and its journal. */
type Costs = readonly [off: Cost, same: Cost, control: Cost, journal: Cost];

const percent = (ratios: readonly number[]) => Number((100 * (median(ratios) - 1)).toFixed(1));

/** The relative costs, measured by `which`. */
function reported(all: readonly Costs[], which: (cost: Cost) => number): object {
  const ratio = (of: (costs: readonly number[]) => number) => percent(all.map((costs) => of(costs.map(which))));
  return {
    'without, µs': Math.round(median(all.map(([off]) => which(off)))),
    'control, %': ratio(([off = 1, same = 1, control = 1]) => (2 * control) / (off + same)),
    'journal, %': ratio(([, , control = 1, journal = 1]) => journal / control),
    'both, %': ratio(([off = 1, same = 1, , journal = 1]) => (2 * journal) / (off + same)),
    'noise, %': ratio(([off = 1, same = 1]) => same / off),
  };
}

async function compare(rounds: number, paths: readonly string[]): Promise<void> {
  const execArgv = ['--max-semi-space-size=2', ...(process.env['SERVER_FLAGS']?.split(' ') ?? [])];
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv });
  const [urls] = await once(child, 'message');
  const rows: Record<string, object> = {};
  for (const path of paths) {
    const all: Costs[] = [];
    for (let done = -WARM; done < rounds; done += 1) {
      const costs: [Cost, Cost, Cost, Cost] = [NOTHING, NOTHING, NOTHING, NOTHING];
      // Each server is the first and the last of a round equally often.
      for (const step of costs.keys()) {
        const which = (done + WARM + step) % costs.length;
        costs[which] = await round(child, urls[which] + path);
      }
      if (done >= 0) all.push(costs);
    }
    rows[`${path}, processor`] = reported(all, (cost) => cost.used);
    rows[`${path}, clock`] = reported(all, (cost) => cost.took);
  }
  console.table(rows);
  child.disconnect();
  agent.destroy();
}

const [mode = '60', ...paths] = process.argv.slice(2);
await (mode === 'serve' ? serve() : compare(Number(mode), paths.length === 0 ? PATHS : paths));
