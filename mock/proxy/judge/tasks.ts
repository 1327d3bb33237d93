/** The tasks that the proxy sends to the judging process, and the messages that it receives. */
import type { TrafficFinding } from '@wallet-services/conformance/traffic';
import type { Violation } from '../../violation.ts';
import type { SeenBody } from '../copy.ts';

/** A request as it passed. */
export interface SeenRequest {
  readonly service: string;
  readonly method: string;
  readonly target: string;
  /** The address at the service, with the query. */
  readonly url: string;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: SeenBody;
}

/** A response as it passed. */
export interface SeenResponse {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: SeenBody;
}

/** What passed; without a response where there was none, or only a part of it. */
export interface Seen {
  readonly request: SeenRequest;
  readonly response?: SeenResponse | undefined;
  /** Whether there was a response, whole or not. */
  readonly isAnswered: boolean;
  /** When the request came and when the answer was there, in milliseconds since the epoch. */
  readonly began: number;
  readonly at: number;
  /** The caller, as far as the connection shows. */
  readonly from: string;
}

/** An operation of a document. */
export interface DocumentedOperation {
  readonly iid: string;
  readonly method: string;
  readonly path: string;
}

/** What a check of the form came to. */
export interface Verdict {
  /** Undefined when the document has no such operation, or nothing was checked. */
  readonly operation: DocumentedOperation | undefined;
  readonly violations: readonly Violation[];
  /** What could not be checked, a sentence each without a capital. */
  readonly unchecked: readonly string[];
}

/** What came of the rules. */
export interface Outcome {
  readonly service: string;
  /** The operationId; null where the document has none, or it could not be judged. */
  readonly operation: string | null;
  readonly reported: readonly TrafficFinding[];
}

/** What the program is opened with. */
export interface JudgeData {
  readonly services: readonly string[];
  /** Where each service is. */
  readonly urls: Readonly<Record<string, string>>;
  /** Checks the form of messages. */
  readonly form: boolean;
  /** Judges by the rules. */
  readonly rules: boolean;
  /** Shows values of the data in findings. */
  readonly values: boolean;
  /** A folder of documents in place of those of the contract. */
  readonly documents?: string | undefined;
  /** A document of somebody else's. */
  readonly document?: string | undefined;
  /** Files of overlays that are applied to it. */
  readonly overlay?: readonly string[] | undefined;
  /** A file for a recording. */
  readonly har?: string | undefined;
  /** Largest body that is judged, in bytes. */
  readonly limit: number;
}

/** The operations of each service that are checked against the document. */
export interface About {
  readonly operations: ReadonlyMap<string, readonly DocumentedOperation[]>;
}

export type Task =
  | { readonly kind: 'exchange'; readonly seen: Seen; readonly form: boolean; readonly rules: boolean }
  /** The report of the suite, as JSON. */
  | { readonly kind: 'report' };

export interface Result {
  readonly verdict?: Verdict;
  readonly outcome?: Outcome;
  readonly report?: string;
}
