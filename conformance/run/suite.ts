/** Checks the services of a target, one after the other. */

import type { ServiceName } from '../model/document/services.ts';
import { type ServiceTarget, secretsOf, type Target } from '../model/target.ts';
import { checkSchemes } from '../target/schemes.ts';
import { checkAllowed } from './allowed.ts';
import { rulesOf, selectableOperations, uncheckedRules } from './catalogue.ts';
import { type Contract, openContract, READABLE, type ServiceContract } from './contract.ts';
import { Ending } from './ending.ts';
import type { Listener } from './events.ts';
import { JUDGED } from './judge/gaps.ts';
import { markKnown, staleKnownFailures } from './judge/known.ts';
import { outcomeOf, type RunReport, type ServiceReport } from './report.ts';
import { everything, isPartial, matches, type Selection, selectsRule } from './selection.ts';
import { runService } from './service.ts';

export interface SuiteOptions {
  /** The part of the suite to run. Default: all of it. */
  readonly selection?: Partial<Selection>;
  /** The time limit of one request, from connecting to the last byte, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
  /**
   * The time limit of the run, in milliseconds; then nothing more is sent, and the results so far are reported. Absent:
   * no limit.
   */
  readonly maxMs?: number | undefined;
  /** The size of the largest answer that is read, in bytes. Default: 8 MiB. */
  readonly maxBytes?: number;
  /** Cases that run at the same time. Default: 4. */
  readonly concurrency?: number;
  /** Random cases to send beside the enumerated ones, over all services. Default: 0. */
  readonly fuzz?: number;
  /** Sends nothing that may change the server's data, other than a sign-in. Default: false. */
  readonly readOnly?: boolean;
  /** A contract that was read before, to use it for several runs. Default: read for this run. */
  readonly contract?: Contract;
  /** The seed of fresh ids; the same seed sends the same requests. Default: 1. */
  readonly seed?: number;
  /** Repeats the request of each finding, to see whether it shows the finding by itself. Default: true. */
  readonly reproduce?: boolean;
  /** The clock. Default: the system clock. */
  readonly now?: () => Date;
  /** Aborts the run, without a report. */
  readonly signal?: AbortSignal;
  /** Ends the run early: nothing more is sent, and the results so far are reported. */
  readonly stop?: AbortSignal;
  /** Called with every event. */
  readonly onEvent?: Listener;
}

/** The share of each part when a number is divided. */
function shareOf(total: number, parts: number, index: number): number {
  return Math.floor(total / parts) + (index < total % parts ? 1 : 0);
}

/** Whether a service has a match for the selection. */
function hasSelected(contract: ServiceContract, selection: Selection): boolean {
  const { operations } = selection;
  if (operations.length > 0 && !selectableOperations(contract.api).some((id) => operations.includes(id))) return false;
  return [...rulesOf(contract), ...uncheckedRules(contract)].some((rule) => selectsRule(selection, rule));
}

/** The ids of all rules of the services that a target names. */
async function idsOf(contract: Contract, { services }: Target): Promise<readonly string[]> {
  const named = contract.services.filter((name) => services[name] !== undefined);
  const described = await Promise.all(named.map((name) => contract.service(name)));
  return [
    READABLE,
    JUDGED,
    ...described.flatMap((one) => [...rulesOf(one), ...uncheckedRules(one)].map(({ id }) => id)),
  ];
}

/**
 * Checks every service of a target against its document and the rules of the ledger, side by side.
 *
 * @throws DocumentMissing when the contract has no document of a service; UsageError when the target names what the
 *   document does not have; the signal's reason when it is aborted.
 *
 * @example
 * const report = await runSuite({ services: { lending: bareService('http://127.0.0.1:4000/lending') }, allowInconclusive: [] });
 * console.log(report.outcome);
 */
export async function runSuite(target: Target, options: SuiteOptions = {}): Promise<RunReport> {
  const { timeoutMs = 10_000, maxBytes = 8 * 2 ** 20, concurrency = 4, seed = 1, signal } = options;
  const ending = new Ending(options.maxMs === undefined ? undefined : Date.now() + options.maxMs, options.stop);
  const { fuzz = 0, readOnly = false, contract = openContract() } = options;
  const notify: Listener = options.onEvent ?? (() => undefined);
  const selection = { ...everything, ...options.selection };
  const { reproduce = true, now = () => new Date() } = options;
  const started = now();
  const today = started.toISOString().slice(0, 10);
  const known = target.knownFailures ?? [];
  const partial = isPartial(selection);
  const { allowInconclusive } = target;
  if (allowInconclusive.length > 0) checkAllowed(allowInconclusive, await idsOf(contract, target));
  const named: { readonly service: ServiceName; readonly target: ServiceTarget }[] = [];
  for (const service of contract.services) {
    const serviceTarget = target.services[service];
    const selected = selection.services.length === 0 || selection.services.includes(service);
    if (serviceTarget === undefined || !selected) continue;
    const described = await contract.service(service);
    if (partial && !hasSelected(described, selection)) continue;
    checkSchemes(described.api, serviceTarget);
    named.push({ service, target: serviceTarget });
  }
  notify({ type: 'run-started', services: named.map(({ service, target: { url } }) => ({ service, url })) });
  const services = await Promise.all(
    named.map(async (one, index): Promise<ServiceReport> => {
      const found = await runService({
        ...one,
        contract,
        signIn: target.signIn ?? {},
        seed,
        fuzz: shareOf(fuzz, named.length, index),
        readOnly,
        reproduce,
        limits: { timeoutMs, maxBytes },
        concurrency,
        ending,
        signal,
        selection,
        notify,
        allows: (id) => allowInconclusive.some((pattern) => matches(id, pattern)),
        secrets: secretsOf(target),
      });
      const report = markKnown(found, known, today);
      notify({ type: 'service-finished', report });
      return report;
    }),
  );
  const complete = !partial && ending.reason === null && services.length === Object.keys(target.services).length;
  const stale = staleKnownFailures(services, known, { selection, complete }, today);
  const { reason: ended } = ending;
  const report: RunReport = {
    outcome: outcomeOf(services, stale, ended),
    partial: partial || readOnly,
    readOnly,
    ...(ended === null ? {} : { ended }),
    seed,
    services,
    staleKnownFailures: stale,
    clock: { startedAt: started.toISOString(), milliseconds: now().getTime() - started.getTime() },
  };
  notify({ type: 'run-finished', report });
  return report;
}
