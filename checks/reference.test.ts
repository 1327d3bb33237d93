import { htmlReport, runSuite } from '@wallet-services/conformance';
import { startReference, unlike } from '@wallet-services/conformance/testing/reference';
import { expect, onTestFinished, test } from 'vitest';

test('the reference server conforms in every rule, with nothing inconclusive', async () => {
  const { target, contract, close } = await startReference();
  onTestFinished(close);
  const report = await runSuite(target, { contract });
  expect(unlike(report, 'pass', 'observed', 'unsupported')).toEqual([]);
  expect(report.outcome).toBe('conformant');
  expect(report.services.flatMap(({ unchecked }) => unchecked)).toEqual([]);
  // The size limit of the report page with every check of all five services, in bytes, so that a phone can open it.
  expect(Buffer.byteLength(htmlReport(report))).toBeLessThan(300_000);
});
