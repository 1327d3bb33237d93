import { type RunningServer, startServer } from '@wallet-services/server';
import { afterAll, beforeAll } from 'vitest';

/** Shares one reference server between all tests of a file. */
export function sharedServer(): () => RunningServer {
  let server: RunningServer | undefined;
  beforeAll(async () => {
    server = await startServer({ port: 0, rpcPort: 0 });
  });
  afterAll(() => server?.close());
  return () => {
    if (server === undefined) throw new Error('the server is started before the first test, and not earlier');
    return server;
  };
}
