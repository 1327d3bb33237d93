import { mockTarget, runSuite } from '@wallet-services/conformance';
import { expect, onTestFinished, test } from 'vitest';
import { startMock } from './index.ts';

test.each([false, true])('every answer has the documented form, with dynamic answers: %s', async (dynamic) => {
  const mock = await startMock({ port: 0, dynamic });
  onTestFinished(() => mock.close());
  const report = await runSuite(await mockTarget(mock.urls), { selection: { rules: ['wire.*'] } });
  expect(report.services.flatMap(({ checks }) => checks.filter(({ verdict }) => verdict !== 'pass'))).toEqual([]);
  expect(report.outcome).toBe('conformant');
});
