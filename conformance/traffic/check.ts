/** Judges a recording: each of its services against its document, without a server. */
import { UsageError } from '@wallet-services/kit/errors';
import type { JudgeLimits } from '@wallet-services/kit/judge';
import type { ServiceName } from '../model/document/services.ts';
import { bareService, type Target } from '../model/target.ts';
import type { Contract } from '../run/contract.ts';
import type { EarlyEnd } from '../run/ending.ts';
import { markKnown } from '../run/judge/known.ts';
import type { RunReport } from '../run/report.ts';
import { everything, type Selection } from '../run/selection.ts';
import { type JudgedArchive, judgeArchive } from './archive/judging.ts';
import { Places } from './assign.ts';
import { credentialsIn } from './credentials.ts';
import { readHar, requestOf } from './har.ts';
import { trafficReport } from './judge.ts';

export interface RecordingOptions {
  readonly contract: Contract;
  /** Addresses, and other data about the services. Services without an address are found by their paths. */
  readonly target: Target;
  readonly selection?: Selection;
  /** Shows values of the data in findings. Default: false. */
  readonly values?: boolean;
  /** The clock. Default: the system clock. */
  readonly now?: () => Date;
  /** Called with each further note, one sentence each. */
  readonly onNote?: (sentence: string) => void;
  /** Called with the number of entries that were read so far. */
  readonly onRead?: (entries: number) => void;
  /** Ends the reading early: what was judged until then is reported. */
  readonly stop?: AbortSignal;
  /** Limits of the process that judges. Default: 10,000 ms for an exchange, and the memory that documents need. */
  readonly limits?: Partial<JudgeLimits>;
  /** The time for all of it, in milliseconds, with the same effect as `stop`. Default: no limit. */
  readonly maxMs?: number | undefined;
}

/** Where the services are, whether any request carries a credential, and the number of entries. */
async function scan(path: string, services: readonly ServiceName[], contract: Contract, isOver: () => boolean) {
  const apis = await Promise.all(services.map(async (service) => (await contract.service(service)).api));
  const places = new Places(apis);
  let [isSigned, entries] = [false, 0];
  for await (const some of readHar(path)) {
    if (isOver()) break;
    entries += some.length;
    for (const request of some.flatMap((entry) => requestOf(entry) ?? [])) {
      places.kind(request.method, request.url);
      isSigned ||= credentialsIn(request).length > 0;
    }
  }
  return { places, isSigned, entries };
}

const nothing: JudgedArchive = { reports: [], entries: 0, skipped: new Map() };

/**
 * Judges a recording.
 *
 * @throws UsageError when the file cannot be read, is no HTTP archive, or has no request to the services.
 */
export async function checkRecording(path: string, options: RecordingOptions): Promise<RunReport> {
  const { contract, target, selection = everything, values = false, onNote = () => undefined } = options;
  const { now = () => new Date(), onRead = () => undefined, stop, limits, maxMs } = options;
  const started = now();
  const endsAt = performance.now() + (maxMs ?? Number.POSITIVE_INFINITY);
  let ended: EarlyEnd | null = null;
  const isOver = () => {
    if (stop?.aborted === true) ended ??= 'interrupted';
    if (performance.now() >= endsAt) ended ??= 'time';
    return ended !== null;
  };
  const named = contract.services.filter((service) => target.services[service] !== undefined);
  const wanted = contract.services.filter((one) => selection.services.length === 0 || selection.services.includes(one));
  const isNamed = named.length > 0;
  const { places, isSigned, entries } = await scan(path, isNamed ? named : wanted, contract, isOver);
  const found = isNamed ? [] : places.found();
  for (const { service, url } of found)
    onNote(`${url} is read as ${service}; to change that: --${service} URL --recorded FILE`);
  if (!isSigned) onNote('the recording has no credentials: access is not judged');
  const targets = isNamed
    ? named
        .filter((one) => wanted.includes(one))
        .map((service) => ({ service, target: target.services[service] ?? bareService('') }))
    : found.map(({ service, url }) => ({ service, target: bareService(url) }));
  const isNothing = targets.length === 0;
  if (isNothing && ended === null) {
    throw new UsageError(
      `the recording ${path} has no request of ${wanted.join(', ')}; add their addresses, such as --${wanted[0]} URL --recorded FILE`,
    );
  }
  const data = { given: contract.given, targets, selection, values, isStripped: !isSigned };
  const judged = isNothing ? nothing : await judgeArchive(path, data, { limits, onRead, isOver });
  const rest = entries - judged.entries;
  const reported = [
    ...[...judged.skipped].map(([why, count]) => `${count} ${why}`),
    ...(ended === null ? [] : [`${rest} or more that were not reached`]),
  ];
  if (reported.length > 0) onNote(`entries that were not judged: ${reported.join(', ')}`);
  const today = started.toISOString().slice(0, 10);
  const services = judged.reports.map((report) => markKnown(report, target.knownFailures ?? [], today));
  return trafficReport(services, started, now(), ended);
}
