/**
 * `node server/bench/sandbox/journal.ts [rounds]`: what the journal costs of the throughput. A server with the control and
 * one without it are asked in turn, in processes of their own; the medians of the pairs' ratios are shown.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { startServer } from '../../index.ts';

const PATHS = ['/lending/api/v1/markets/all', '/vault/flips?limit=50', '/swap/api/pairs'];

async function serve(sandbox: boolean): Promise<void> {
  const server = await startServer({ port: 0, rpcPort: 0, sandbox });
  process.send?.(server.httpUrl);
  process.once('disconnect', () => process.exit(0));
}

async function compare(rounds: number): Promise<void> {
  const file = new URL(import.meta.url).pathname;
  const both = await Promise.all(
    ['with', 'without'].map(async (which) => {
      const child = fork(file, [which], { execArgv: ['--max-semi-space-size=2', '--max-old-space-size=192'] });
      const [url]: unknown[] = await once(child, 'message');
      return { child, url: String(url) };
    }),
  );
  const [journal, plain] = both;
  if (journal === undefined || plain === undefined) throw new Error('two servers are compared');
  const rows: Record<string, object> = {};
  const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
  for (const path of PATHS) {
    const rate = async (url: string) =>
      (await autocannon({ url: url + path, connections: 8, duration: 2 })).requests.average;
    const pairs: (readonly [number, number])[] = [];
    // The first pair warms up.
    for (let round = 0; round <= rounds; round += 1) pairs.push([await rate(journal.url), await rate(plain.url)]);
    const ratios = pairs.slice(1).map(([one, other]) => one / other);
    rows[path] = {
      'with, a second': Math.round(median(pairs.slice(1).map(([one]) => one))),
      'without, a second': Math.round(median(pairs.slice(1).map(([, other]) => other))),
      'costs, %': Number((100 * (1 - median(ratios))).toFixed(1)),
    };
  }
  console.table(rows);
  for (const { child } of both) child.disconnect();
}

const [mode = '5'] = process.argv.slice(2);
await (mode === 'with' || mode === 'without' ? serve(mode === 'with') : compare(Number(mode)));
