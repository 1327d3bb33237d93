import { describe, expect, test } from 'vitest';
import { openContract } from '../../model/contract.ts';
import { runSuite } from '../../run/suite.ts';
import { rulesWith } from '../trial.ts';
import { startLending } from './server/index.ts';
import { twins } from './twins.ts';

const contract = openContract();

describe('lending: a correct server that chooses otherwise is not blamed', () => {
  test.each(twins.map((twin) => [twin.id, twin] as const))(
    '%s',
    async (_, { fault, choices = {}, target, undecided }) => {
      const running = await startLending(fault === undefined ? { choices } : { choices, fault });
      try {
        const described = target === undefined ? running.target : target(running.target);
        const report = await runSuite(described, { timeoutMs: 1_000, contract });
        expect(rulesWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
        expect([...rulesWith(report, 'inconclusive', 'blocked')].sort()).toEqual([...(undecided ?? [])].sort());
        expect(report.outcome).toBe(undecided === undefined ? 'conformant' : 'undecided');
      } finally {
        await running.close();
      }
    },
  );
});
