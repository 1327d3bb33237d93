/** Judges a recording: each of its services against its document, without a server. */
import { UsageError } from '@wallet-services/kit/errors';
import { undecidedTexts, within } from '@wallet-services/kit/judge';
import type { ServiceName } from '../model/document/services.ts';
import { bareService, type Target } from '../model/target.ts';
import type { JsonObject } from '../model/values/json.ts';
import type { Contract } from '../run/contract.ts';
import { markKnown } from '../run/judge/known.ts';
import type { RunReport } from '../run/report.ts';
import { everything, type Selection } from '../run/selection.ts';
import { Places } from './assign.ts';
import { credentialsIn } from './credentials.ts';
import { entryOf, readHar, type Skipped } from './har.ts';
import { openJudge, type ServiceJudge, trafficReport } from './judge.ts';
import type { Recorded } from './recorded.ts';

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
  /** The time limit for judging an exchange, in milliseconds. Default: 10,000. */
  readonly milliseconds?: number;
}

/** Time limit for judging an exchange, in milliseconds. */
const LONGEST = 10_000;

/** Where the services are, and whether any request carries a credential. */
async function scan(path: string, services: readonly ServiceName[], { contract, stop }: RecordingOptions) {
  const apis = await Promise.all(services.map(async (service) => (await contract.service(service)).api));
  const places = new Places(apis);
  let isSigned = false;
  await readHar(
    path,
    (entry) => {
      const read = entryOf(entry);
      if (!('recorded' in read)) return;
      places.kind(read.recorded.method, read.recorded.url);
      isSigned ||= credentialsIn(read.recorded).length > 0;
    },
    stop,
  );
  return { places, isSigned };
}

/**
 * Judges a recording.
 *
 * @throws UsageError when the file cannot be read, is no HTTP archive, or has no request to the services.
 */
export async function checkRecording(path: string, options: RecordingOptions): Promise<RunReport> {
  const { contract, target, selection = everything, values = false, onNote = () => undefined } = options;
  const { now = () => new Date(), onRead = () => undefined, stop, milliseconds = LONGEST } = options;
  const started = now();
  const named = contract.services.filter((service) => target.services[service] !== undefined);
  const wanted = contract.services.filter((one) => selection.services.length === 0 || selection.services.includes(one));
  const isNamed = named.length > 0;
  const { places, isSigned } = await scan(path, isNamed ? named : wanted, options);
  stop?.throwIfAborted();
  const found = isNamed ? [] : places.found();
  for (const { service, url } of found)
    onNote(`${url} is read as ${service}; to change that: --${service} URL --recorded FILE`);
  if (!isSigned) onNote('the recording has no credentials: access is not judged');
  const targets = isNamed
    ? named
        .filter((one) => wanted.includes(one))
        .map((service) => ({ service, target: target.services[service] ?? bareService('') }))
    : found.map(({ service, url }) => ({ service, target: bareService(url) }));
  if (targets.length === 0) {
    throw new UsageError(
      `the recording ${path} has no request of ${wanted.join(', ')}; add their addresses, such as --${wanted[0]} URL --recorded FILE`,
    );
  }
  const judges: ServiceJudge[] = [];
  for (const one of targets) {
    judges.push(await openJudge({ ...one, contract, selection, values, isStripped: !isSigned }));
  }
  const skipped = new Map<Skipped, number>();
  const skip = (why: Skipped) => skipped.set(why, (skipped.get(why) ?? 0) + 1);
  const isTaken = (judge: ServiceJudge, recorded: Recorded): boolean => {
    const judgement = within(milliseconds, () => judge.take(recorded) !== null);
    if (judgement.kind === 'judged') return judgement.result;
    judge.unjudged(undecidedTexts[judgement.why]);
    return true;
  };
  let count = 0;
  const judgeEntry = (entry: JsonObject) => {
    count += 1;
    onRead(count);
    const read = entryOf(entry);
    if (!('recorded' in read)) return skip(read.skipped);
    const taken = judges.filter((judge) => isTaken(judge, read.recorded));
    if (taken.length === 0) skip('that match no operation');
  };
  await readHar(path, judgeEntry, stop);
  const reported = [...skipped].map(([why, count]) => `${count} ${why}`);
  if (reported.length > 0) onNote(`entries that were not judged: ${reported.join(', ')}`);
  const today = started.toISOString().slice(0, 10);
  const services = judges.map((judge) => markKnown(judge.report(), target.knownFailures ?? [], today));
  return trafficReport(services, started, now(), stop?.aborted === true ? 'interrupted' : null);
}
