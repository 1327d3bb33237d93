import { openContract, type RunReport, runSuite } from '@wallet-services/conformance';
import { type Reference, startReference, unlike } from '@wallet-services/conformance/testing/reference';
import { afterAll, beforeAll, expect, test } from 'vitest';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

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

test('two runs are the same: what the first left behind does not disturb the second', {
  timeout: 240_000,
}, async () => {
  const first = await runSuite(reference.target, { contract: reference.contract });
  const second = await runSuite(reference.target, { contract: openContract() });
  expect(lasting(second)).toEqual(lasting(first));
});

test('random requests find nothing wrong with the reference server', { timeout: 240_000 }, async () => {
  const report = await runSuite(reference.target, { contract: reference.contract, fuzz: 1_000 });
  expect(unlike(report, 'pass', 'observed', 'unsupported')).toEqual([]);
});
