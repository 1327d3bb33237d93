import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { loadRpc } from '../model/rpc.ts';
import { openGrpc } from './grpc.ts';

test('a rate that is limited in front of the server is told as over HTTP', async () => {
  const server = createServer((_, response) => response.writeHead(429, { 'retry-after': '0' }).end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const rpc = await loadRpc('lending');
  if (rpc === null) throw new Error('lending has no RPC');
  const client = openGrpc('grpc-web', `http://127.0.0.1:${port}`, rpc, { timeoutMs: 2_000, maxBytes: 2 ** 20 });
  const outcome = await client.send('AllMarkets', {}, {});
  server.close();
  expect(outcome).toMatchObject({ kind: 'answer', status: 429 });
});
