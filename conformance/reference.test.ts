import { startServer } from '@wallet-services/server';
import { expect, test } from 'vitest';
import { runSuite } from './run/suite.ts';
import { bareService, type Target } from './target/target.ts';

test('the reference server conforms, over HTTP, Connect, Twirp and gRPC, with nothing inconclusive', async () => {
  const server = await startServer({ port: 0, rpcPort: 0 });
  try {
    const rpc = { connect: server.httpUrl, twirp: server.httpUrl, grpc: server.rpcUrl };
    const target: Target = {
      services: { lending: { ...bareService(`${server.httpUrl}/lending`), rpc } },
      allowInconclusive: [],
    };
    // Twice: what the first run left behind must not disturb the second.
    for (let run = 0; run < 2; run += 1) {
      const { outcome, services } = await runSuite(target);
      const checks = services.flatMap((service) => service.checks);
      const undecided = checks.filter(({ verdict }) => !['pass', 'observed', 'unsupported'].includes(verdict));
      expect(undecided).toEqual([]);
      expect(outcome).toBe('conformant');
    }
  } finally {
    await server.close();
  }
});
