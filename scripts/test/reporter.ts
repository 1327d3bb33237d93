/** Reports running and finished tests by `process.send` to the process that started Vitest. */
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

export type Message =
  /** A file, a test or a hook; it runs until `ended` with the same id. */
  | { readonly type: 'started'; readonly id: string; readonly name: string }
  | { readonly type: 'ended'; readonly id: string }
  | { readonly type: 'judged'; readonly verdict: 'passed' | 'failed' | 'skipped'; readonly name: string }
  /** An error outside of any test: a file that cannot be loaded, a failing hook, an uncaught error. */
  | { readonly type: 'broken'; readonly name: string };

function send(message: Message): void {
  process.send?.(message);
}

const nameOf = (test: TestCase | TestSuite) => `${test.module.relativeModuleId} > ${test.fullName}`;

export default class Messages implements Reporter {
  onTestModuleQueued(module: TestModule): void {
    send({ type: 'started', id: module.id, name: module.relativeModuleId });
  }

  onTestModuleEnd(module: TestModule): void {
    if (module.errors().length > 0) send({ type: 'broken', name: module.relativeModuleId });
    send({ type: 'ended', id: module.id });
  }

  onTestSuiteResult(suite: TestSuite): void {
    if (suite.errors().length > 0) send({ type: 'broken', name: nameOf(suite) });
  }

  onTestCaseReady(test: TestCase): void {
    send({ type: 'started', id: test.id, name: nameOf(test) });
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state !== 'pending') send({ type: 'judged', verdict: state, name: nameOf(test) });
    send({ type: 'ended', id: test.id });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const { name, message } of errors) send({ type: 'broken', name: `${name ?? 'an error'}: ${message}` });
  }
}
