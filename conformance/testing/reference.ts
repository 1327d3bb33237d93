/** The reference server, as the tests of the suite use it: a correct server to stand behind faults. */
import { startServer } from '@wallet-services/server';
import type { CorrectServer } from '../faults/trial.ts';
import { openContract } from '../model/contract.ts';
import { referenceTarget } from '../targets/reference.ts';

export interface Reference extends CorrectServer {
  close(): Promise<void>;
}

/** Starts the reference server on free ports; its target is the committed one, at these ports. */
export async function startReference(): Promise<Reference> {
  const server = await startServer({ port: 0, rpcPort: 0 });
  return { target: await referenceTarget(server), contract: openContract(), close: () => server.close() };
}
