import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { expect, test } from 'vitest';
import { openContract } from '../contract.ts';
import { openGrpc } from './grpc.ts';

test.each([
  [
    'a rate that is limited in front of the server',
    (response: ServerResponse) => response.writeHead(429, { 'retry-after': '0' }).end(),
    { kind: 'answer', status: 429 },
  ],
  [
    'a connection that is closed',
    (response: ServerResponse) => response.destroy(),
    { kind: 'failure', reason: 'closed' },
  ],
  [
    'a message that is larger than what is read',
    (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'application/grpc-web+proto' }).end(Buffer.from([0, 64, 0, 0, 0, 1])),
    { kind: 'failure', reason: 'too-large' },
  ],
])('%s is reported as over HTTP', async (_, answer, reported) => {
  const server = createServer((_request, response) => void answer(response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const rpc = await openContract().rpc('lending');
  if (rpc === null) throw new Error('lending has no RPC');
  const client = openGrpc('grpc-web', `http://127.0.0.1:${port}`, rpc, { timeoutMs: PATIENCE, maxBytes: 2 ** 20 });
  const outcome = await client.send('AllMarkets', {}, {});
  server.close();
  expect(outcome).toMatchObject(reported);
});
