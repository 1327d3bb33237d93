import { describe, expect, test } from 'vitest';
import { loadLedger } from '../model/load.ts';
import type { RunReport } from '../run/report.ts';
import { runSuite } from '../run/suite.ts';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants/index.ts';
import { startLending } from './server/index.ts';
import { type Twin, twins } from './twins.ts';

async function check(server: Pick<Mutant | Twin, 'fault' | 'choices' | 'target'>): Promise<RunReport> {
  const { fault, choices = {}, target } = server;
  const running = await startLending(fault === undefined ? { choices } : { choices, fault });
  try {
    const described = target === undefined ? running.target : target(running.target);
    return await runSuite(described, { timeoutMs: 400, maxBytes: 2 ** 20 });
  } finally {
    await running.close();
  }
}

function rulesWith(report: RunReport, ...verdicts: readonly string[]): readonly string[] {
  const checks = report.services.flatMap((service) => service.checks);
  return [...new Set(checks.filter(({ verdict }) => verdicts.includes(verdict)).map(({ rule }) => rule))];
}

describe('a faulty server is found out', () => {
  test.each(mutants.map((mutant) => [mutant.id, mutant] as const))('%s', async (_, mutant) => {
    const report = await check(mutant);
    expect(rulesWith(report, 'fail', 'warn')).toContain(mutant.kills);
    expect(rulesWith(report, 'harness-error')).toEqual([]);
  });

  test('every rule of lending is what finds out some faulty server', async () => {
    const { rules } = await loadLedger();
    const killed = new Set(mutants.map(({ kills }) => kills));
    const idle = rules.filter(({ service, id }) => service === 'lending' && !killed.has(id)).map(({ id }) => id);
    expect(idle).toEqual([]);
  });
});

describe('a correct server that chooses otherwise is not blamed', () => {
  test.each(twins.map((twin) => [twin.id, twin] as const))('%s', async (_, twin) => {
    const report = await check(twin);
    expect(rulesWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
    expect([...rulesWith(report, 'inconclusive', 'blocked')].sort()).toEqual([...(twin.undecided ?? [])].sort());
    expect(report.outcome).toBe(twin.undecided === undefined ? 'conformant' : 'undecided');
  });
});
