/** Reads or creates the conformance report of the reference server, with the results of rules and open questions. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { referenceTarget } from '@wallet-services/checks/targets/reference';
import {
  type Check,
  progress,
  type RunReport,
  readReport,
  runSuite,
  UsageError as SuiteUsageError,
  type Verdict,
} from '@wallet-services/conformance';
import { Failure, UsageError } from '@wallet-services/kit/errors';

/** Where progress is shown. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ReportOptions {
  /** File of an existing report; undefined to run the suite. */
  readonly report: string | undefined;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
}

/**
 * Reads the report, or creates it: starts a reference server on free ports and checks it.
 *
 * @throws UsageError when the file is not a report; Failure when the suite does not finish
 */
export async function reportOf({ report, signal, terminal }: ReportOptions): Promise<RunReport> {
  if (report === undefined) return checkReference(signal, terminal);
  return readReport(report).catch((error: unknown) => {
    throw error instanceof SuiteUsageError ? new UsageError(error.message) : error;
  });
}

/** Longest time for the server to end by itself, in milliseconds. */
const LIMIT = 10_000;

async function checkReference(signal: AbortSignal, terminal: Terminal): Promise<RunReport> {
  const server = new Worker(new URL('./server.ts', import.meta.url));
  try {
    const [addresses] = await once(server, 'message', { signal });
    return await runSuite(await referenceTarget(addresses), { signal, onEvent: progress(terminal) });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Failure(`cannot check the reference server (${why}); give a report with --report FILE`);
  } finally {
    const ended = once(server, 'exit', { signal: AbortSignal.timeout(LIMIT) });
    server.postMessage('close');
    await ended.catch(() => server.terminate());
  }
}

/** Worst verdict first: it is reported for a rule that was checked for several operations. */
const ORDER: readonly Verdict[] = [
  'fail',
  'known',
  'harness-error',
  'unjudged',
  'blocked',
  'inconclusive',
  'warn',
  'unsupported',
  'observed',
  'pass',
];

/** The results for rules and questions, by id. */
export interface Reported {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** The observation about an open question. */
  readonly observed: ReadonlyMap<string, string>;
}

/** Looks up the results of a report. */
export function reportedBy({ services }: RunReport): Reported {
  const byRule = Map.groupBy(
    services.flatMap(({ checks }) => checks),
    ({ rule }) => rule,
  );
  const verdicts = new Map<string, Verdict>();
  const observed = new Map<string, string>();
  for (const [rule, checks] of byRule) {
    const verdict = ORDER.find((each) => checks.some((check) => check.verdict === each));
    if (verdict !== undefined) verdicts.set(rule, verdict);
    const seen = observations(checks);
    if (seen !== '') observed.set(rule, seen);
  }
  return { verdicts, observed };
}

function observations(checks: readonly Check[]): string {
  const seen = checks.flatMap(({ observed, operation }) => (observed === null ? [] : [{ observed, operation }]));
  if (new Set(seen.map(({ observed }) => observed)).size <= 1) return seen[0]?.observed ?? '';
  return seen.map(({ observed, operation }) => `${operation ?? 'as a whole'}: ${observed}`).join('; ');
}
