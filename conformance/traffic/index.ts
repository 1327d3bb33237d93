/** Judges traffic while it passes: `@wallet-services/conformance/traffic`. */

import type { ServiceName } from '../model/document/services.ts';
import { bareService } from '../model/target.ts';
import { contractFor } from '../run/document.ts';
import type { RunReport } from '../run/report.ts';
import { readBody } from '../run/send/body.ts';
import { type Judged, openJudge, type ServiceJudge, trafficReport } from './judge.ts';
import { openRecorder } from './record.ts';

export { jsonReport } from '../report/json.ts';
export type { RunReport } from '../run/report.ts';
export type { Judged } from './judge.ts';
export type { TrafficFinding } from './tally.ts';

/** An exchange of the traffic, in bytes. */
export interface Passed {
  readonly service: ServiceName;
  /** The method in capitals. */
  readonly method: string;
  /** The address at the service, with the query. */
  readonly url: string;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestBody: Uint8Array | null;
  readonly status: number;
  /** Names in small letters. */
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The times of the request and of the answer, in milliseconds since the epoch. */
  readonly began: number;
  readonly at: number;
}

export interface TrafficOptions {
  /** Shows values of the data in findings. Default: only their form. */
  readonly values?: boolean;
  /** The largest body that is decompressed, in bytes. Default: 8 MiB. */
  readonly maxBytes?: number;
  /** An OpenAPI document of another API, which has one service. Default: the contract. */
  readonly document?: string;
  /** Files or addresses of OpenAPI Overlays that are applied to `document`. Default: none. */
  readonly overlay?: readonly string[];
  /** A file that the traffic is written to, as HAR without credentials. Default: none. */
  readonly har?: string;
}

/** Judges the traffic of several services. */
export interface Traffic {
  /** @returns null where the exchange belongs to no operation, or cannot be judged. Never throws. */
  take(passed: Passed): Judged | null;
  /** Ends the recording. */
  close(): void;
  /** What the traffic shows so far, in the form of the suite's report. */
  report(): RunReport;
}

/** Encodings of bodies that can be decompressed. */
const PLAIN = /^(identity)?$/i;
const ENCODINGS = /^(identity|gzip|deflate|br)?$/i;

/** The same bytes without a copy. */
function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/**
 * Opens the judge of services.
 *
 * @param urls their addresses, as the exchanges have them.
 *
 * @example
 * const traffic = await openTraffic({ lending: 'http://127.0.0.1:4000/lending' });
 * console.log(traffic.report().outcome);
 */
export async function openTraffic(
  urls: Readonly<Partial<Record<ServiceName, string>>>,
  { values = false, maxBytes = 8 * 2 ** 20, document, overlay, har }: TrafficOptions = {},
): Promise<Traffic> {
  const contract = await contractFor({ document, overlay });
  const recorder = har === undefined ? undefined : openRecorder(har);
  const started = new Date();
  const judges = new Map<ServiceName, ServiceJudge>();
  for (const [service, url = ''] of Object.entries(urls)) {
    judges.set(service, await openJudge({ service, contract, target: bareService(url), values }));
  }
  return {
    take(passed) {
      const { service, body, requestBody, status, answerHeaders } = passed;
      const [encoding = '', sentIn = ''] = [answerHeaders, passed.headers].map((some) => some['content-encoding']);
      const isUnread = !ENCODINGS.test(encoding) || !PLAIN.test(sentIn);
      if (isUnread || status === 304) return null;
      const recorded = {
        ...passed,
        requestBody: requestBody === null ? null : viewOf(requestBody).toString(),
        ...(PLAIN.test(encoding) ? { bytes: { request: requestBody, answer: body } } : {}),
        body: readBody(viewOf(body), encoding, maxBytes),
      };
      recorder?.write(recorded);
      return judges.get(service)?.take(recorded) ?? null;
    },
    close: () => recorder?.close(),
    report() {
      const services = [...judges.values()].map((judge) => judge.report());
      return trafficReport(services, started, new Date());
    },
  };
}
