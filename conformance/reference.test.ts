import { afterAll, beforeAll, expect, test } from 'vitest';
import { openContract } from './model/contract.ts';
import type { RunReport } from './run/report.ts';
import { runSuite } from './run/suite.ts';
import { type Reference, startReference } from './testing/reference.ts';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

function unlike(report: RunReport, ...verdicts: readonly string[]) {
  return report.services.flatMap(({ checks }) =>
    checks
      .filter(({ verdict }) => !verdicts.includes(verdict))
      .map(({ rule, operation, verdict, reasons, findings }) => ({ rule, operation, verdict, reasons, findings })),
  );
}

/** What does not follow from how much the server holds by now. */
function lasting({ clock: _, services, ...report }: RunReport) {
  return {
    ...report,
    services: services.map(({ requests: __, checks, ...service }) => ({
      ...service,
      checks: checks.map(({ observed: ___, ...check }) => check),
    })),
  };
}

test('the reference server conforms in every rule, with nothing inconclusive, and two runs are the same', async () => {
  const first = await runSuite(reference.target, { contract: reference.contract });
  expect(unlike(first, 'pass', 'observed', 'unsupported')).toEqual([]);
  expect(first.outcome).toBe('conformant');
  expect(first.services.flatMap(({ unchecked }) => unchecked)).toEqual([]);
  // What the first run left behind must not disturb the second.
  const second = await runSuite(reference.target, { contract: openContract() });
  expect(lasting(second)).toEqual(lasting(first));
});

test('random requests find nothing wrong with the reference server', async () => {
  const report = await runSuite(reference.target, { contract: reference.contract, fuzz: 1_000 });
  expect(unlike(report, 'pass', 'observed', 'unsupported')).toEqual([]);
});
