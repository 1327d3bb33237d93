/**
 * The protocol between the watcher and a client: one line of JSON per step on its standard input, and one line of JSON
 * back on its standard output. README.md next to this file describes it for authors of clients.
 */

import { cut, isObject, type ContractService as ServiceName } from '@wallet-services/conformance/testing/clients';

/** Inputs of an operation, by the names of the document: JSON values, decimals and times as text. */
export interface CommandInput {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly header?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

interface OfOperation {
  readonly service: ServiceName;
  /** The operationId. */
  readonly operation: string;
  readonly input?: CommandInput;
  /** Base URL of the service for this step only: a new client is created for it. */
  readonly url?: string;
  /** With `url`: the only credentials of the new client. */
  readonly credentials?: { readonly token?: string; readonly app_id?: string; readonly app_secret?: string };
  /** With `url`: the new client gets the user's own HTTP client, which follows redirects. */
  readonly own_http?: true;
  /** With `url`: the certificate, in PEM, of an authority that the new client trusts, as a user's HTTP client could. */
  readonly authority?: string;
}

/** Calls an operation once. */
export interface CallCommand extends OfOperation {
  readonly do: 'call';
  /** Longest duration of an attempt, in milliseconds. */
  readonly timeout_ms?: number;
  /** The caller aborts the call after this many milliseconds. */
  readonly abort_after_ms?: number;
}

/** Reads a list page by page; `input` is that of the first page. */
export interface ListCommand extends OfOperation {
  readonly do: 'list';
  /** Stops after this many items. Default: at the end. */
  readonly most?: number;
  /** The client's own limit on pages. */
  readonly max_pages?: number;
}

/** Signs in to the comment service in the given way (document 1, Client-side sign-in), then calls readMe. */
export interface SignInCommand {
  readonly do: 'sign-in';
  readonly method: 'NetworkToken' | 'SignedMessage';
}

/** Waits until a turn of the assistant is processed. */
export interface WaitCommand {
  readonly do: 'wait';
  readonly conversation_id: string;
  readonly turn_id: number;
  readonly limit_ms: number;
}

/**
 * Requests a token of the wallet network from the user (document 1, Method A), signs in to comment with it, then calls
 * readMe.
 */
export interface AuthorizeCommand {
  readonly do: 'authorize';
  readonly client_id: string;
  /** The address to which the user returns. */
  readonly redirect_uri: string;
  readonly scopes: readonly string[];
}

/** Calls a method of lending's RPC interface. */
export interface RpcCommand {
  readonly do: 'rpc';
  readonly service: 'lending';
  /** Name of the method in the service: `Transactions`. */
  readonly method: string;
  /** The message, in the JSON form of protobuf. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The commands for a client. */
export type Command = CallCommand | ListCommand | SignInCommand | WaitCommand | AuthorizeCommand | RpcCommand;

/** The reasons for a client to have no result. Other words are accepted too, and count as `other`. */
export type ErrorKind = 'refused' | 'timeout' | 'aborted' | 'network' | 'malformed' | 'paging' | 'invalid' | 'other';

/** The answers of a client. */
export type Reply =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: ErrorKind; readonly status: number | null; readonly message: string }
  | { readonly kind: 'unsupported'; readonly reason: string };

/** A failure of the client itself: it exited, hangs, or violates the protocol. A sentence. */
export interface Trouble {
  readonly kind: 'trouble';
  readonly problem: string;
}

/** The connection to a client. */
export interface Client {
  /** Sends it a step. Never rejects. */
  deliver(step: string, command: Command, limitMs: number): Promise<Reply | Trouble>;
  /** Reports that there are no more steps. @returns the problem with how it ended; null when there was none. */
  end(limitMs: number): Promise<string | null>;
  /** Ends it at once, with every process that it started. */
  kill(): void;
}

/** Starts a client with the given environment variables. */
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

/** JSON of a line; an integer that JavaScript would round becomes its digits as text. */
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
