/**
 * The servers of the benchmark, in a separate process: the reference server, and one that answers at once, so that only
 * the client is measured.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startServer } from '@wallet-services/server';

/** Number of items, as on a page of transactions. */
const ITEMS = 20;

const file = fileURLToPath(import.meta.resolve('@wallet-services/contract/openapi/swap.json'));
const document = JSON.parse(readFileSync(file, 'utf8'));
const media = document.paths['/transactions'].get.responses['200'].content['application/json'];
const example = media.example ?? Object.values<{ value: unknown }>(media.examples)[0]?.value;
const { ts, data } = example as { ts: number; data: { transactions: object[]; pagination: object } };
const transactions = Array.from({ length: ITEMS }, (_, place) => data.transactions[place % data.transactions.length]);
const body = JSON.stringify({ ts, data: { ...data, transactions } });

const server = createServer((request, response) => {
  request.resume();
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
});
server.listen(0, '127.0.0.1', async () => {
  const reference = await startServer({ port: 0, rpcPort: 0, services: ['swap'] });
  const { port } = server.address() as AddressInfo;
  process.send?.({ reference: `${reference.httpUrl}/swap`, idle: `http://127.0.0.1:${port}` });
});
process.once('disconnect', () => process.exit());
