/** Checks the services of a target, one after the other. */
import { loadApi, loadLedger } from '../model/load.ts';
import { serviceNames } from '../model/services.ts';
import { secretsOf, type Target } from '../target/target.ts';
import type { Listener } from './events.ts';
import { outcomeOf, type RunReport, type ServiceReport } from './report.ts';
import { everything, isPartial, matches, type Selection } from './selection.ts';
import { runService } from './service.ts';

export interface SuiteOptions {
  /** Which part of the suite is run. Default: all of it. */
  readonly selection?: Partial<Selection>;
  /** For one request, from connecting to the last byte; milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
  /** Largest answer that is read, in bytes. Default: 16 MiB. */
  readonly maxBytes?: number;
  /** Cases that run at the same time. Default: 4. */
  readonly concurrency?: number;
  /** Fresh ids are made from it; the same seed sends the same requests. Default: 1. */
  readonly seed?: number;
  /** Interrupts the run. */
  readonly signal?: AbortSignal;
  /** Told of everything that happens. */
  readonly onEvent?: Listener;
}

/**
 * Checks every service of a target against its document and the rules of the ledger.
 *
 * @throws DocumentMissing when the contract has no document of a service; the signal's reason when it is aborted.
 *
 * @example
 * const report = await runSuite({ services: { lending: bareService('http://127.0.0.1:4000/lending') }, allowInconclusive: [] });
 * console.log(report.outcome);
 */
export async function runSuite(target: Target, options: SuiteOptions = {}): Promise<RunReport> {
  const { timeoutMs = 10_000, maxBytes = 16 * 2 ** 20, concurrency = 4, seed = 1, signal } = options;
  const notify: Listener = options.onEvent ?? (() => undefined);
  const selection = { ...everything, ...options.selection };
  const started = new Date();
  const ledger = await loadLedger();
  const services: ServiceReport[] = [];
  for (const service of serviceNames) {
    const serviceTarget = target.services[service];
    if (serviceTarget === undefined) continue;
    if (selection.services.length > 0 && !selection.services.includes(service)) continue;
    const report = await runService({
      api: await loadApi(service, ledger),
      target: serviceTarget,
      seed,
      limits: { timeoutMs, maxBytes },
      concurrency,
      signal,
      selection,
      notify,
      allows: (id) => target.allowInconclusive.some((pattern) => matches(id, pattern)),
      secrets: secretsOf(target),
    });
    services.push(report);
    notify({ type: 'service-finished', report });
  }
  const report: RunReport = {
    outcome: outcomeOf(services),
    partial: isPartial(selection),
    seed,
    services,
    clock: { startedAt: started.toISOString(), milliseconds: Date.now() - started.getTime() },
  };
  notify({ type: 'run-finished', report });
  return report;
}
