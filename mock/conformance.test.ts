import { bareService, runSuite, serviceNames } from '@wallet-services/conformance';
import { expect, onTestFinished, test } from 'vitest';
import { startMock } from './index.ts';

/** By service and scheme; a mock takes any. */
const credentials: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  lending: { AccessToken: 'any' },
  comment: { CommentToken: 'any' },
  swap: { AccessToken: 'any' },
  vault: { AccessToken: 'any' },
  assistant: { AppId: 'any', AppSecret: 'any' },
};

test.each([false, true])('every answer has the documented form, with dynamic answers: %s', async (dynamic) => {
  const mock = await startMock({ port: 0, dynamic });
  onTestFinished(() => mock.close());
  const services = Object.fromEntries(
    serviceNames.map((name) => [name, { ...bareService(mock.urls[name] ?? ''), credentials: credentials[name] ?? {} }]),
  );
  // Made-up answers have null where a document allows it for a list, which wire.lists advises against.
  const rules = dynamic ? ['wire.schema', 'wire.status', 'wire.json', 'wire.content-type', 'wire.answer'] : ['wire.*'];
  const report = await runSuite({ services, allowInconclusive: [] }, { selection: { rules } });
  expect(report.services.flatMap(({ checks }) => checks.filter(({ verdict }) => verdict !== 'pass'))).toEqual([]);
  expect(report.outcome).toBe('conformant');
});
