/**
 * `node server/bench/sandbox/journal.ts [runs]`: what the journal costs, in time of the processor for a request. A server
 * with the control and two without it are asked in turn, forwards and backwards, in processes of their own, in many short
 * runs. The median of the ratios is shown, and beside it that of the two that are alike: what the machine adds by itself.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { startServer } from '../../index.ts';

const PATHS = ['/lending/api/v1/markets/all', '/vault/flips?limit=50', '/swap/api/pairs'];

/** Requests of one measurement. */
const REQUESTS = 150;

async function serve(sandbox: boolean): Promise<void> {
  const server = await startServer({ port: 0, rpcPort: 0, sandbox });
  process.send?.(server.httpUrl);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.once('disconnect', () => process.exit(0));
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('how much');
  const [microseconds]: unknown[] = await once(child, 'message');
  return Number(microseconds);
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

type Started = { readonly child: ChildProcess; readonly url: string };

async function started(which: 'with' | 'without'): Promise<Started> {
  const child = fork(fileURLToPath(import.meta.url), [which], { execArgv: ['--max-semi-space-size=2'] });
  const [url]: unknown[] = await once(child, 'message');
  return { child, url: String(url) };
}

async function compare(runs: number): Promise<void> {
  const servers = [await started('with'), await started('without'), await started('without')];
  const rows: Record<string, object> = {};
  for (const path of PATHS) {
    const took: number[][] = [];
    // The first runs warm up.
    for (let run = 0; run < runs + 4; run += 1) {
      const times = [0, 0, 0];
      for (const place of run % 2 === 0 ? [0, 1, 2] : [2, 1, 0]) {
        const { child, url } = servers[place] as Started;
        const before = await cpuOf(child);
        await autocannon({ url: url + path, connections: 4, amount: REQUESTS });
        times[place] = ((await cpuOf(child)) - before) / REQUESTS;
      }
      if (run >= 4) took.push(times);
    }
    const of = (value: (times: readonly number[]) => number) => median(took.map(value));
    const percent = (place: number) =>
      Number((100 * (of((times) => (times[place] ?? 0) / (((times[1] ?? 0) + (times[2] ?? 0)) / 2)) - 1)).toFixed(1));
    rows[path] = {
      'with, µs': Math.round(of(([one = 0]) => one)),
      'without, µs': Math.round(of(([, one = 0]) => one)),
      'costs, %': percent(0),
      'two alike, %': percent(1),
    };
  }
  console.table(rows);
  for (const { child } of servers) child.disconnect();
}

const [mode = '30'] = process.argv.slice(2);
await (mode === 'with' || mode === 'without' ? serve(mode === 'with') : compare(Number(mode)));
