/** The conformance suite as a library. */
export { type ServiceName, serviceNames } from './model/services.ts';
export { jsonReport } from './report/json.ts';
export { styleFor } from './report/style.ts';
export { terminalReport } from './report/terminal.ts';
export type { Listener, RunEvent } from './run/events.ts';
export type { Check, Finding, RunReport, ServiceReport, Verdict } from './run/report.ts';
export { runSuite, type SuiteOptions } from './run/suite.ts';
export { parseTarget, readTarget } from './target/file.ts';
export { UsageError } from './target/problem.ts';
export { bareService, type ServiceTarget, type Target } from './target/target.ts';
