/**
 * `node server/bench/sandbox/journal.ts [rounds]`: what the journal costs. One process has three servers, one with the
 * control and two without it; they are asked in turn, in short rounds that begin with another one each time. Shown is the
 * time of the processor for a request, which a busy machine changes least: its medians, the median of what the control
 * costs, and how much the two without it differ, within which nothing is known. `SERVER_FLAGS` are given to the process of
 * the servers, such as `--cpu-prof`. Default: 60 rounds.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { startServer } from '../../index.ts';
import { median } from '../measure.ts';

const PATHS = ['/lending/api/v1/markets/all', '/vault/flips?limit=50', '/swap/api/pairs'];
const CONNECTIONS = 8;

/** Requests of a round. */
const REQUESTS = 240;

/** Rounds before what counts: the journal is full then. */
const WARM = 12;

async function serve(): Promise<void> {
  const servers = [
    await startServer({ port: 0, rpcPort: 0, sandbox: true }),
    await startServer({ port: 0, rpcPort: 0, sandbox: false }),
    await startServer({ port: 0, rpcPort: 0, sandbox: false }),
  ];
  process.send?.(servers.map(({ httpUrl }) => httpUrl));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.once('disconnect', () => process.exit(0));
}

/** Microseconds of the processor. */
async function used(child: ChildProcess): Promise<number> {
  child.send('how much');
  const [said] = await once(child, 'message');
  return Number(said);
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

async function answered(url: string): Promise<void> {
  const asked = get(url, { agent });
  const [response] = await once(asked, 'response');
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
}

/** @returns microseconds of the processor for a request */
async function round(child: ChildProcess, url: string): Promise<number> {
  const before = await used(child);
  const each = REQUESTS / CONNECTIONS;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let asked = 0; asked < each; asked += 1) await answered(url);
    }),
  );
  return ((await used(child)) - before) / REQUESTS;
}

/** Microseconds for a request: with the control, without it, and without it once more. */
type Costs = [on: number, off: number, same: number];

async function compare(rounds: number): Promise<void> {
  const execArgv = ['--max-semi-space-size=2', ...(process.env['SERVER_FLAGS']?.split(' ') ?? [])];
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv });
  const [urls] = await once(child, 'message');
  const rows: Record<string, object> = {};
  for (const path of PATHS) {
    const all: Costs[] = [];
    for (let done = -WARM; done < rounds; done += 1) {
      const costs: Costs = [0, 0, 0];
      // Each is the first, the second and the last of a round as often.
      for (const step of [0, 1, 2]) {
        const which = (done + WARM + step) % 3;
        costs[which] = await round(child, urls[which] + path);
      }
      if (done >= 0) all.push(costs);
    }
    const of = (which: number) => Math.round(median(all.map((costs) => costs[which] ?? 0)));
    const percent = (ratio: (costs: Costs) => number) => Number((100 * (median(all.map(ratio)) - 1)).toFixed(1));
    rows[path] = {
      'with, µs': of(0),
      'without, µs': of(1),
      'costs, %': percent(([on, off, same]) => (2 * on) / (off + same)),
      'noise, %': percent(([, off, same]) => same / off),
    };
  }
  console.table(rows);
  child.disconnect();
  agent.destroy();
}

const [mode = '60'] = process.argv.slice(2);
await (mode === 'serve' ? serve() : compare(Number(mode)));
