/** The code of a user who serves, checks and verifies: compiled outside of the repository. */
import { createVerifier } from '@wallet-services/client/verify';
import { runSuite, type Target } from '@wallet-services/conformance';
import { operations } from '@wallet-services/contract/lending';
import { type RunningServer, startServer } from '@wallet-services/server';
import type { Handlers } from '@wallet-services/server/lending';

export const handlers: Handlers = {
  listMarkets: () => ({ status: 200, body: { data: [] } }),
  listTransactions: () => ({ status: 200, body: [] }),
  createPayRequest: ({ body }) => ({ status: 200, body: { url: `wallet://codes/${body.trace_id}` } }),
};

// @ts-expect-error two operations are missing
export const incomplete: Handlers = { listMarkets: handlers.listMarkets };

export async function check(target: Target): Promise<readonly string[]> {
  const server: RunningServer = await startServer({ port: 0 });
  const { outcome } = await runSuite(target);
  const { verifyToken } = createVerifier({ clientIds: [], domains: [], networkApiUrl: server.networkUrl });
  const { userId } = await verifyToken('a.b.c');
  return [outcome, userId, operations.listMarkets.path];
}
