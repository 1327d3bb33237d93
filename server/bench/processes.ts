/**
 * Compares the answers per second of one and of two processes, on SQLite and on PostgreSQL: `node
 * server/bench/processes.ts [--data postgres://...] [--seconds 4]`. Requires an empty database, or starts a temporary
 * one. Each of the two processes gets half of the connections.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { signedIn, startCommand } from '../testing/command.ts';
import { openDatabase } from './database.ts';
import { CONNECTIONS } from './measure.ts';

const { values } = parseArgs({
  options: { data: { type: 'string' }, seconds: { type: 'string', default: '4' } },
});
const { data, stop } = await openDatabase(values.data);
const duration = Number(values.seconds);

interface Load {
  readonly name: string;
  readonly path: string;
  readonly body?: string;
}

const LOADS: readonly Load[] = [
  { name: 'transactions, a page of 10', path: '/lending/api/v1/transactions?limit=10' },
  { name: 'comments, a page of 20', path: '/comment/comments?site_id=21&limit=20' },
  {
    name: 'a comment is written',
    path: '/comment/comments?site_id=21&slug=many%2Floads',
    body: JSON.stringify({ content: 'again' }),
  },
];

interface Measured {
  readonly perSecond: number;
  /** 99th percentile of the response time, in milliseconds. */
  readonly slow: number;
}

async function measure(urls: readonly string[], { path, body }: Load, headers: object): Promise<Measured> {
  const results = await Promise.all(
    urls.map((url) =>
      autocannon({
        url: url + path,
        connections: CONNECTIONS / urls.length,
        duration,
        ...(body === undefined
          ? {}
          : { method: 'POST' as const, body, headers: { 'content-type': 'application/json', ...headers } }),
      }),
    ),
  );
  const refused = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
  if (refused > 0) throw new Error(`${path}: ${refused} refusals and errors`);
  return {
    perSecond: results.reduce((sum, result) => sum + result['2xx'] / result.duration, 0),
    slow: Math.max(...results.map(({ latency }) => latency.p99)),
  };
}

const folder = await mkdtemp(join(tmpdir(), 'processes-'));
const places = [
  ['SQLite', join(folder, 'data.db')],
  ['PostgreSQL', data],
] as const;
process.stdout.write('| database | processes | load | a second | 99 % within, ms |\n| --- | --- | --- | --- | --- |\n');
for (const [name, place] of places) {
  for (const count of [1, 2]) {
    const servers = [await startCommand(place)];
    while (servers.length < count) servers.push(await startCommand(place));
    const urls = servers.map(({ url }) => url);
    const headers = await signedIn(urls[0] ?? '');
    for (const load of LOADS) {
      const { perSecond, slow } = await measure(urls, load, headers);
      process.stdout.write(`| ${name} | ${count} | ${load.name} | ${perSecond.toFixed(0)} | ${slow} |\n`);
    }
    await Promise.all(servers.map((server) => server.stop()));
  }
}
await stop();
await rm(folder, { recursive: true, force: true });
