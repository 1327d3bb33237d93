/**
 * `node server/bench/sandbox/journal.ts [rounds]`: what the journal costs. One process has two servers, with the control and
 * without it; they are asked in turn, in short rounds, forwards and backwards. The medians of the ratios of neighbours are
 * shown: of the processor's time for a request, which a busy machine does not change much, and of answers a second.
 * `SERVER_FLAGS` are given to the process of the servers, such as `--cpu-prof`. Default: 60 rounds, a minute.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { startServer } from '../../index.ts';
import { median } from '../measure.ts';

const PATHS = ['/lending/api/v1/markets/all', '/vault/flips?limit=50', '/swap/api/pairs'];
const CONNECTIONS = 8;

/** Requests of a round. */
const REQUESTS = 250;

/** Rounds before what counts: the journal is full then. */
const WARM = 12;

async function serve(): Promise<void> {
  const servers = [
    await startServer({ port: 0, rpcPort: 0, sandbox: true }),
    await startServer({ port: 0, rpcPort: 0, sandbox: false }),
  ];
  process.send?.(servers.map(({ httpUrl }) => httpUrl));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.([user + system, process.memoryUsage.rss()]);
  });
  process.once('disconnect', () => process.exit(0));
}

/** In microseconds, and in bytes. */
async function used(child: ChildProcess): Promise<[cpu: number, memory: number]> {
  child.send('how much');
  const [said] = await once(child, 'message');
  return said;
}

interface Round {
  /** Microseconds of the processor for a request. */
  readonly cpu: number;
  /** Microseconds for a request. */
  readonly took: number;
}

async function round(child: ChildProcess, url: string): Promise<Round> {
  const [before] = await used(child);
  const begun = performance.now();
  const { non2xx, errors } = await autocannon({ url, connections: CONNECTIONS, amount: REQUESTS });
  const took = (1_000 * (performance.now() - begun)) / REQUESTS;
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`);
  return { cpu: ((await used(child))[0] - before) / REQUESTS, took };
}

async function compare(rounds: number): Promise<void> {
  const execArgv = ['--max-semi-space-size=2', ...(process.env['SERVER_FLAGS']?.split(' ') ?? [])];
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv });
  const [[on, off]] = await once(child, 'message');
  const rows: Record<string, object> = {};
  for (const path of PATHS) {
    const pairs: { on: Round; off: Round }[] = [];
    for (let done = -WARM; done < rounds; done += 1) {
      const first = done % 2 === 0;
      const one = await round(child, (first ? on : off) + path);
      const other = await round(child, (first ? off : on) + path);
      if (done >= 0) pairs.push(first ? { on: one, off: other } : { on: other, off: one });
    }
    const percent = (of: (round: Round) => number) =>
      Number((100 * (median(pairs.map((pair) => of(pair.on) / of(pair.off))) - 1)).toFixed(1));
    const sum = (of: (pair: (typeof pairs)[number]) => number) => pairs.reduce((all, pair) => all + of(pair), 0);
    rows[path] = {
      'with, µs': Math.round(median(pairs.map((pair) => pair.on.cpu))),
      'without, µs': Math.round(median(pairs.map((pair) => pair.off.cpu))),
      'processor, %': percent(({ cpu }) => cpu),
      'of all rounds, %': Number((100 * (sum((pair) => pair.on.cpu) / sum((pair) => pair.off.cpu) - 1)).toFixed(1)),
      'time, %': percent(({ took }) => took),
    };
  }
  console.table(rows);
  child.disconnect();
}

const [mode = '60'] = process.argv.slice(2);
await (mode === 'serve' ? serve() : compare(Number(mode)));
