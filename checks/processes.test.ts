import { openContract, runSuite } from '@wallet-services/conformance';
import { startReference } from '@wallet-services/conformance/testing/reference';
import { mustSkipPostgres, startPostgres } from '@wallet-services/server/testing/postgres';
import { expect, onTestFinished, test } from 'vitest';
import { referenceTarget } from './targets/reference.ts';
import { startBalancer } from './testing/balancer.ts';

test.skipIf(mustSkipPostgres(process.env))(
  'two processes of the reference server on one PostgreSQL, behind a balancer, conform in every rule',
  async () => {
    const postgres = await startPostgres(process.env);
    onTestFinished(() => postgres.stop());
    const data = await postgres.create();
    const servers = await Promise.all([startReference(['--data', data]), startReference(['--data', data])]);
    const balancers = await Promise.all(
      (['httpUrl', 'rpcUrl'] as const).map((kind) => startBalancer(servers.map((server) => server[kind]))),
    );
    onTestFinished(async () => {
      await Promise.all(balancers.map((balancer) => balancer.close()));
      await Promise.all(servers.map((server) => server.close()));
    });
    const [http, rpc] = balancers;
    const target = await referenceTarget({ httpUrl: http?.url ?? '', rpcUrl: rpc?.url ?? '' });
    const report = await runSuite(target, { contract: openContract() });
    const unlike = report.services.flatMap(({ checks }) =>
      checks.filter(({ verdict }) => !['pass', 'observed', 'unsupported'].includes(verdict)),
    );
    expect(unlike).toEqual([]);
    expect(report.outcome).toBe('conformant');
    expect(Math.min(...(http?.connections ?? [0]))).toBeGreaterThan(0);
  },
);
