/** Helpers of the tests: a server with every service, and its sandbox. */
import { openSandbox, type Sandbox, type World } from '@wallet-services/client/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
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

/** What `eachInAWorld` starts. */
export let started: TestSandbox;
/** That of the test at work. */
export let world: World;

/** Starts a server for the tests of a file, and gives each of them a separate world. */
export function eachInAWorld(): void {
  beforeAll(async () => {
    started = await startSandbox();
  });
  beforeEach(async () => {
    world = await started.sandbox.world();
  });
  // A test may have removed it.
  afterEach(() => world.remove().catch(() => undefined));
  afterAll(() => started[Symbol.asyncDispose]());
}
