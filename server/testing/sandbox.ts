/** Test helpers: a server with every service and its sandbox. */
import { openSandbox, type Sandbox, type World } from '@wallet-services/client/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { RunningServer, ServerOptions } from '../index.ts';
import { startForTest } from './server.ts';

export interface TestSandbox extends AsyncDisposable {
  readonly server: RunningServer;
  readonly sandbox: Sandbox;
}

/** Starts a server on free ports. The caller must close it. */
export async function startSandbox(options: ServerOptions = {}): Promise<TestSandbox> {
  const server = await startForTest(options);
  const token = options.sandboxToken;
  const sandbox = openSandbox({ url: server.httpUrl, ...(token === undefined ? {} : { token }) });
  return { server, sandbox, [Symbol.asyncDispose]: () => server.close() };
}

/** The server that `eachInAWorld` started. */
export let started: TestSandbox;
/** The world of the current test. */
export let world: World;

/** Starts a server for the tests of a file, and creates a world for each test. */
export function eachInAWorld(): void {
  beforeAll(async () => {
    started = await startSandbox();
  });
  beforeEach(async () => {
    world = await started.sandbox.world();
  });
  // The test may have removed the world.
  afterEach(() => world.remove().catch(() => undefined));
  afterAll(() => started[Symbol.asyncDispose]());
}
