/** Helpers of the tests: a server with every service, and its sandbox. */
import { openSandbox, type Sandbox } from '@wallet-services/client/sandbox';
import type { RunningServer, ServerOptions } from '../index.ts';
import { startForTest } from './server.ts';

export interface TestSandbox extends AsyncDisposable {
  readonly server: RunningServer;
  readonly sandbox: Sandbox;
}

/** Starts it on free ports; dispose of it at the end. */
export async function startSandbox(options: ServerOptions = {}): Promise<TestSandbox> {
  const server = await startForTest(options);
  const token = options.sandboxToken;
  const sandbox = openSandbox({ url: server.httpUrl, ...(token === undefined ? {} : { token }) });
  return { server, sandbox, [Symbol.asyncDispose]: () => server.close() };
}
