/** Requests and answers. Recorded by `run/`, planned and judged by `rules/`. */
import { isObject, type JsonObject } from './values/json.ts';

/** What the documents demand for a request: it must be answered, it must be rejected, or they leave it open. */
export type Intent = 'valid' | 'invalid' | 'open';

/**
 * The credentials of a request: those of the caller, those of another user or application, none, or some that were
 * valid once.
 */
export type CredentialUse = 'given' | 'other' | 'none' | 'expired';

export const rpcProtocols = ['connect', 'twirp', 'grpc', 'grpc-web'] as const;

export type RpcProtocol = (typeof rpcProtocols)[number];

export interface HttpCall {
  readonly kind: 'http';
  /** Names the call within its case. */
  readonly label: string;
  /** The input that the request is about: `body/amount`, or `*` where every input is sent. Absent: none is. */
  readonly place?: string;
  /** The operationId; null for a path that the document does not have. */
  readonly operation: string | null;
  /** Security schemes that the operation may use. */
  readonly schemes: readonly string[];
  readonly method: string;
  /** The path with the query, relative to the base address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly contentType: string; readonly text: string } | null;
  readonly intent: Intent;
  readonly credentials: CredentialUse;
  /** Credentials by security scheme that are sent in place of the target's. Absent: none. */
  readonly presented?: Readonly<Record<string, string>>;
  /** The server itself returned the id in the path, so that the item should exist. Absent: that is unknown. */
  readonly isNamed?: boolean;
  /** Whether any correct server must accept it. Absent: it depends on the operation. */
  readonly isCertain?: boolean;
  /** The request may be rejected, but no correct server fails on it. Default: whether it is valid. */
  readonly isSound?: boolean;
  /** The documents leave its outcome open, so that no declaration judges it. Default: false. */
  readonly isProbe?: boolean;
  /** The numbers in the response may still be changing, so the caller judges their order. Default: false. */
  readonly isMoving?: boolean;
  /**
   * The wait before it is sent, in milliseconds, for results that take a server some time. Absent: it is sent at once.
   */
  readonly pauseMs?: number;
  /** Whether it is sent again where the server limits its rate, or is away for a moment. Default: true. */
  readonly patient?: boolean;
}

export interface RpcCall {
  readonly kind: 'rpc';
  readonly label: string;
  /** `AllMarkets` */
  readonly method: string;
  readonly protocol: RpcProtocol;
  /** The request message in its JSON form. */
  readonly message: Readonly<Record<string, unknown>>;
  readonly intent: Intent;
}

export type Call = HttpCall | RpcCall;

/** A body that was read to its end. */
export interface AnswerBody {
  readonly text: string;
  readonly bytes: number;
  /**
   * The JSON value, with the name of a duplicate member if there is one; or why there is no value. `quoted`: the message
   * of the parser, which quotes the body. `isUnread`: the body is larger than the suite reads, so that it may be right.
   */
  readonly json:
    | { readonly ok: true; readonly value: unknown; readonly duplicate?: string }
    | { readonly ok: false; readonly problem: string; readonly quoted?: string; readonly isUnread?: true };
}

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly contentType: string | null;
  /** The Retry-After header. */
  readonly retryAfter: string | null;
  /** The Date header; absent where it was missing or not kept. */
  readonly date?: string;
  /** The Location header; absent where it was missing or not kept. */
  readonly location?: string;
  /** The ETag header; absent where it was missing or not kept. */
  readonly etag?: string;
  /** The other headers that hold an address or links, by name in small letters; absent where they were not kept. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** All headers, by name in small letters; null: the value is not kept. Absent where they were not kept. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body: AnswerBody;
}

/**
 * Why there is no answer. `slow`: none in time to a request that is not wrong, while the service answers others.
 * `skipped`: not sent, since too many earlier requests had no answer, or a limit was reached.
 */
export type FailureReason = 'timeout' | 'slow' | 'closed' | 'unreachable' | 'too-large' | 'malformed' | 'skipped';

export interface Failure {
  readonly kind: 'failure';
  readonly reason: FailureReason;
  /** A sentence. */
  readonly message: string;
  /** A hint. */
  readonly hint?: string;
}

export interface Exchange {
  readonly call: Call;
  readonly url: string;
  readonly method: string;
  /** The headers as sent, including credentials, which reporters leave out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestBody: string | null;
  /** The time of the answer, by our own clock: milliseconds since the epoch. Absent: it was not kept. */
  readonly receivedAt?: number;
  readonly outcome: Answer | Failure;
}

/** Whether an exchange ended in a 2xx. */
export function isSuccess(exchange: Exchange): boolean {
  return exchange.outcome.kind === 'answer' && exchange.outcome.status >= 200 && exchange.outcome.status < 300;
}

/** The JSON of a 2xx answer; undefined for anything else. */
export function successJson(exchange: Exchange | undefined): unknown {
  if (exchange === undefined || !isSuccess(exchange) || exchange.outcome.kind !== 'answer') return undefined;
  return exchange.outcome.body.json.ok ? exchange.outcome.body.json.value : undefined;
}

/** The query parameters as sent. */
export function queryOf({ url }: Exchange): URLSearchParams {
  return new URL(url).searchParams;
}

/** How many milliseconds the clock of an answer is ahead of ours; null where the answer has no time. */
export function apartFrom({ outcome, receivedAt }: Exchange): number | null {
  if (outcome.kind === 'failure' || outcome.date === undefined || receivedAt === undefined) return null;
  const apart = Date.parse(outcome.date) - receivedAt;
  return Number.isFinite(apart) ? apart : null;
}

/** The difference of clocks, in milliseconds, from which it may be the reason for the rejection of a credential. */
const FAR_APART = 60_000;

/** The difference of the two clocks, where it may explain a rejection: begins with a comma. */
export function clockText(exchange: Exchange): string {
  const apart = apartFrom(exchange) ?? 0;
  if (exchange.outcome.kind === 'failure' || exchange.outcome.status !== 401 || Math.abs(apart) < FAR_APART) return '';
  const minutes = Math.round(Math.abs(apart) / 60_000);
  return `, with a clock ${minutes} minutes ${apart > 0 ? 'ahead of' : 'behind'} the suite's`;
}

/** The outcome in a few words: `200`, `404`, `no answer within 10 s`. */
export function outcomeText(exchange: Exchange): string {
  const { outcome } = exchange;
  return outcome.kind === 'answer' ? `status ${outcome.status}${clockText(exchange)}` : outcome.message;
}

/** The request in a few words: `GET /api/v1/markets/all`, `rpc AllMarkets`. */
export function callText(call: Call): string {
  return call.kind === 'http' ? `${call.method} ${call.path}` : `rpc ${call.method}`;
}

/** The object that a request sent as JSON; an empty one where it sent none. */
export function sentObject({ requestBody }: Exchange): JsonObject {
  // Most requests have no body, and an error takes longer than the rest of a judgement.
  if (requestBody === null || requestBody === '') return {};
  try {
    const body: unknown = JSON.parse(requestBody);
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}
