/**
 * How the watcher talks with a client: a line of JSON a step on its standard input, a line of JSON back on its standard
 * output. README.md beside this file describes it to those who write a client.
 */

import { cut, isObject, type ContractService as ServiceName } from '@wallet-services/conformance/testing/clients';

/** Inputs of an operation, by the names of the document: values as JSON has them, decimals and times as text. */
export interface AskInput {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly header?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

interface OfOperation {
  readonly service: ServiceName;
  /** The operationId. */
  readonly operation: string;
  readonly input?: AskInput;
  /** Base URL of the service for this step alone: a new client is made for it. */
  readonly url?: string;
  /** With `url`: the credentials of the new client, and no others. */
  readonly credentials?: { readonly token?: string; readonly app_id?: string; readonly app_secret?: string };
  /** With `url`: the new client gets an HTTP client of the user's own, which follows redirects. */
  readonly own_http?: true;
}

/** Calls an operation once. */
export interface CallAsk extends OfOperation {
  readonly do: 'call';
  /** Longest time that an attempt may take, in milliseconds. */
  readonly timeout_ms?: number;
  /** The caller loses interest after so many milliseconds. */
  readonly abort_after_ms?: number;
}

/** Reads a list, page after page; `input` is that of the first page. */
export interface ListAsk extends OfOperation {
  readonly do: 'list';
  /** Stops after so many items. Absent: to the end. */
  readonly most?: number;
  /** The client's own bound on pages. */
  readonly max_pages?: number;
}

/** Signs in to the comment service in the given way (document 1, Client-side sign-in), then calls readMe. */
export interface SignInAsk {
  readonly do: 'sign-in';
  readonly method: 'NetworkToken' | 'SignedMessage';
}

/** Waits until a turn of the assistant is processed. */
export interface WaitAsk {
  readonly do: 'wait';
  readonly conversation_id: string;
  readonly turn_id: number;
  readonly limit_ms: number;
}

/** Asks the user for a token of the wallet network (document 1, Method A), signs in to comment with it, then calls readMe. */
export interface AuthorizeAsk {
  readonly do: 'authorize';
  readonly client_id: string;
  /** Where the user comes back to. */
  readonly redirect_uri: string;
  readonly scopes: readonly string[];
}

/** Calls a method of lending's RPC interface. */
export interface RpcAsk {
  readonly do: 'rpc';
  readonly service: 'lending';
  /** As the service names it: `Transactions`. */
  readonly method: string;
  /** The message, as protobuf's JSON has it. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a client is told to do. */
export type Ask = CallAsk | ListAsk | SignInAsk | WaitAsk | AuthorizeAsk | RpcAsk;

/** Why a client has no result. Words beside these are taken too, and count as `other`. */
export type ErrorKind = 'refused' | 'timeout' | 'aborted' | 'network' | 'malformed' | 'paging' | 'invalid' | 'other';

/** What a client answers. */
export type Reply =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: ErrorKind; readonly status: number | null; readonly message: string }
  | { readonly kind: 'unsupported'; readonly reason: string };

/** What went wrong with the client itself: it died, hangs, or does not keep to the protocol. A sentence. */
export interface Trouble {
  readonly kind: 'trouble';
  readonly problem: string;
}

/** A client that is spoken to. */
export interface Client {
  /** Tells it a step. Never rejects. */
  ask(step: string, ask: Ask, limitMs: number): Promise<Reply | Trouble>;
  /** Tells it that there are no more steps. @returns what is wrong with how it ended; null when nothing is. */
  end(limitMs: number): Promise<string | null>;
  /** Ends it at once, with everything that it started. */
  kill(): void;
}

/** Starts a client that knows its surroundings from the given variables. */
export type OpenClient = (variables: Readonly<Record<string, string>>) => Promise<Client>;

const KINDS: readonly ErrorKind[] = ['refused', 'timeout', 'aborted', 'network', 'malformed', 'paging', 'invalid'];

function errorOf(value: unknown): Reply {
  const { kind, status, message } = isObject(value) ? value : {};
  return {
    kind: 'error',
    error: KINDS.find((known) => known === kind) ?? 'other',
    status: typeof status === 'number' ? status : null,
    message: typeof message === 'string' ? message : '',
  };
}

function garbage(line: string): Trouble {
  return { kind: 'trouble', problem: `it printed a line that is not part of the protocol: ${cut(line, 101)}` };
}

/** JSON of a line; an integer that JavaScript would round is its digits as text. */
function exactly(line: string): unknown {
  try {
    return JSON.parse(line, (_: string, value: unknown, context?: { readonly source?: string }) =>
      typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value,
    );
  } catch {
    return undefined;
  }
}

/** Reads a line that a client printed. */
export function readReply(line: string): Reply | Trouble {
  const value = exactly(line);
  if (!isObject(value)) return garbage(line);
  if (typeof value['unsupported'] === 'string') return { kind: 'unsupported', reason: value['unsupported'] };
  if (value['ok'] === true) return { kind: 'result', value: value['result'] };
  if (value['ok'] === false) return errorOf(value['error']);
  return garbage(line);
}
