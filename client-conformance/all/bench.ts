/** The cost of a call with a client, compared with the bare HTTP client of its language. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClientFolder, run } from '@wallet-services/clients';
import { isObject } from '@wallet-services/conformance/testing/clients';
import { Failure } from '@wallet-services/kit/errors';
import { jsonOf } from '@wallet-services/kit/exchange';
import type { Bench } from './table.ts';

const PATH = '/swap/transactions?limit=20';

/** Parses the output of a benchmark, which is its last line. */
function benchIn(text: string, name: string): Bench {
  const line = text.trim().split('\n').at(-1) ?? '';
  const value = jsonOf(line);
  const { bare, client } = isObject(value) ? value : {};
  if (typeof bare === 'number' && typeof client === 'number' && bare > 0) return { bare, client };
  throw new Failure(`${name}: its bench printed no {"bare": ..., "client": ...}: ${line.slice(0, 200)}`);
}

/**
 * Measures a client against a server that answers at once with recorded answers of the reference server.
 * @returns undefined when the client has no benchmark
 */
export async function measured({ bench, path, name }: ClientFolder, origin: string): Promise<Bench | undefined> {
  if (bench === undefined) return undefined;
  const answer = Buffer.from(await (await fetch(`${origin}${PATH}`)).arrayBuffer());
  const headers = { 'Content-Type': 'application/json', 'Content-Length': answer.length };
  const server = createServer((_, response) => response.writeHead(200, headers).end(answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const { ok, stdout, output } = await run(bench, path, { BENCH_URL: `http://127.0.0.1:${port}` });
    if (!ok) throw new Failure(`${name}: ${bench.join(' ')}\n${output.trim()}`);
    return benchIn(stdout, name);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
