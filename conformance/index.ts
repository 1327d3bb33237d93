/** The conformance suite as a library. */

export { UsageError } from '@wallet-services/kit/errors';
export { styleFor } from '@wallet-services/kit/style';
export { type ServiceName, serviceNames } from './model/document/services.ts';
export { bareService, type ServiceTarget, type Target } from './model/target.ts';
export { type CorrectRow, type FaultyRow, type TestServerRow, testServerRows } from './mutation/rows.ts';
export { boardOf, type Named, type ServiceBoard } from './report/board/board.ts';
export { boardText } from './report/board/text.ts';
export { harEntry, harFrame } from './report/har.ts';
export { htmlReport } from './report/html/page.ts';
export { jsonReport } from './report/json.ts';
export { junitReport } from './report/junit.ts';
export { markdownReport } from './report/markdown.ts';
export { type Explained, explained } from './report/merge.ts';
export { progress } from './report/progress.ts';
export { readReport } from './report/read.ts';
export { terminalReport } from './report/terminal.ts';
export { type Contract, openContract } from './run/contract.ts';
export type { Listener, RunEvent } from './run/events.ts';
export { mockTarget } from './run/mock.ts';
export type { Check, Finding, RunReport, ServiceReport, Verdict } from './run/report.ts';
export { runSuite, type SuiteOptions } from './run/suite.ts';
export { parseTarget, readTarget } from './target/file.ts';
