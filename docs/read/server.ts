/**
 * Runs the reference server in a separate thread, so that it can answer while the suite judges. It reports its address,
 * and ends on request.
 */
import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { begin } from '@wallet-services/kit/begin';

if (parentPort === null) throw new Error('this is started as a worker');
begin();
const { startServer } = await import('@wallet-services/server');
const server = await startServer({ port: 0, rpcPort: 0 });
parentPort.postMessage({ httpUrl: server.httpUrl, rpcUrl: server.rpcUrl });
await once(parentPort, 'message');
await server.close();
parentPort.close();
