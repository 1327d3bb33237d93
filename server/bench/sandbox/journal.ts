/**
 * `node server/bench/sandbox/journal.ts [rounds]`: what the journal costs. One process has two servers, with the control and
 * without it; they are asked in turn, in short rounds, forwards and backwards. Shown is the time of the processor for a
 * request, which a busy machine changes least: its medians, the median of the ratios of neighbours, and the ratio of the
 * sums. `SERVER_FLAGS` are given to the process of the servers, such as `--cpu-prof`. Default: 60 rounds.
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

async function compare(rounds: number): Promise<void> {
  const execArgv = ['--max-semi-space-size=2', ...(process.env['SERVER_FLAGS']?.split(' ') ?? [])];
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv });
  const [[on, off]] = await once(child, 'message');
  const rows: Record<string, object> = {};
  for (const path of PATHS) {
    const pairs: { on: number; off: number }[] = [];
    for (let done = -WARM; done < rounds; done += 1) {
      const first = done % 2 === 0;
      const one = await round(child, (first ? on : off) + path);
      const other = await round(child, (first ? off : on) + path);
      if (done >= 0) pairs.push(first ? { on: one, off: other } : { on: other, off: one });
    }
    const percent = (ratio: number) => Number((100 * (ratio - 1)).toFixed(1));
    const sum = (of: 'on' | 'off') => pairs.reduce((all, pair) => all + pair[of], 0);
    rows[path] = {
      'with, µs': Math.round(median(pairs.map((pair) => pair.on))),
      'without, µs': Math.round(median(pairs.map((pair) => pair.off))),
      'costs, %': percent(median(pairs.map((pair) => pair.on / pair.off))),
      'of all rounds, %': percent(sum('on') / sum('off')),
    };
  }
  console.table(rows);
  child.disconnect();
  agent.destroy();
}

const [mode = '60'] = process.argv.slice(2);
await (mode === 'serve' ? serve() : compare(Number(mode)));
