import { openContract, type RunReport, runSuite } from '@wallet-services/conformance';
import { type Reference, startReference, unlike } from '@wallet-services/conformance/testing/reference';
import { afterAll, beforeAll, expect, test } from 'vitest';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

/** The results that do not depend on the amount of data on the server. */
function lasting({ clock: _, services, ...report }: RunReport) {
  return {
    ...report,
    services: services.map(({ requests: __, checks, ...service }) => ({
      ...service,
      checks: checks.map(({ observed: ___, ...check }) => check),
    })),
  };
}

test('a second run has the same result, despite the data of the first', async () => {
  const first = await runSuite(reference.target, { contract: reference.contract });
  const second = await runSuite(reference.target, { contract: openContract() });
  expect(lasting(second)).toEqual(lasting(first));
});

test('random requests find nothing wrong with the reference server', async () => {
  const report = await runSuite(reference.target, { contract: reference.contract, fuzz: 1_000 });
  expect(unlike(report, 'pass', 'observed', 'unsupported')).toEqual([]);
});
