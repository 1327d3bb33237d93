/**
 * `node server/bench/sandbox/journal.ts [rounds]`: what the journal costs, in time of the processor for a request. A server
 * with the control and one without it are asked in turn, in processes of their own; the medians of the pairs are shown.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { startServer } from '../../index.ts';

const PATHS = ['/lending/api/v1/markets/all', '/vault/flips?limit=50', '/swap/api/pairs'];

/** Requests of one measurement. */
const REQUESTS = 400;

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

async function compare(rounds: number): Promise<void> {
  const [journal, plain] = await Promise.all(
    ['with', 'without'].map(async (which) => {
      const child = fork(fileURLToPath(import.meta.url), [which], { execArgv: ['--max-semi-space-size=2'] });
      const [url]: unknown[] = await once(child, 'message');
      return { child, url: String(url) };
    }),
  );
  if (journal === undefined || plain === undefined) throw new Error('two servers are compared');
  const rows: Record<string, object> = {};
  for (const path of PATHS) {
    const each = async ({ child, url }: typeof journal) => {
      const before = await cpuOf(child);
      await autocannon({ url: url + path, connections: 8, amount: REQUESTS });
      return ((await cpuOf(child)) - before) / REQUESTS;
    };
    const pairs: (readonly [number, number])[] = [];
    // The first two pairs warm up.
    for (let round = 0; round < rounds + 2; round += 1) pairs.push([await each(journal), await each(plain)]);
    const counted = pairs.slice(2);
    rows[path] = {
      'with, µs': Math.round(median(counted.map(([one]) => one))),
      'without, µs': Math.round(median(counted.map(([, other]) => other))),
      'costs, %': Number((100 * (median(counted.map(([one, other]) => one / other)) - 1)).toFixed(1)),
    };
  }
  console.table(rows);
  for (const { child } of [journal, plain]) child.disconnect();
}

const [mode = '7'] = process.argv.slice(2);
await (mode === 'with' || mode === 'without' ? serve(mode === 'with') : compare(Number(mode)));
