/** The behaviour of a difficult service, the call that is made, and the one acceptable outcome. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallCommand, CommandInput, ErrorKind, ListCommand } from '../protocol.ts';
import type { Flaw } from './certificates.ts';

/** Responds to a request: the first of a scenario is number 1. */
export type Respond = (exchange: Exchange) => void | Promise<void>;

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly number: number;
  readonly query: URLSearchParams;
  /** Valid items of each list and valid responses, from the reference server. */
  readonly samples: Samples;
  /** Another host. */
  readonly elsewhere: string;
}

/** Valid JSON of the reference server, used to make responses. */
export interface Samples {
  /** `GET /swap/pairs` */
  readonly pairs: unknown;
  /** The same without any pair, as text. */
  readonly good: string;
  /** An item of `GET /swap/transactions` */
  readonly swap: Item;
  /** An item of `GET /comment/comments` */
  readonly comment: Item;
  /** An item of `GET /lending/api/v1/transactions` */
  readonly event: Item;
  /** An item of `GET /lending/api/v1/markets/all` */
  readonly market: Item;
}

export type Item = Readonly<Record<string, unknown>>;

/** What is as good as the outcome, where a language or its HTTP client leaves no choice. */
type Or = ErrorKind | 'result' | readonly (ErrorKind | 'result')[];

/** The expected outcome. */
export type Outcome =
  | { readonly kind: 'items'; readonly ids: readonly string[]; readonly or?: Or }
  /** `same` is the text that a type for decimals makes of it. */
  | { readonly kind: 'value'; readonly at: string; readonly text: string; readonly same?: string; readonly or?: Or }
  | { readonly kind: 'result'; readonly or?: Or }
  | {
      readonly kind: 'error';
      readonly error: ErrorKind;
      readonly status?: number;
      readonly names?: string;
      readonly or?: Or;
    };

/** Credentials of a scenario; none of them may appear in any text of the client, or be sent to another host. */
export interface Secrets {
  readonly token?: string;
  readonly app_id?: string;
  readonly app_secret?: string;
  /** Of a proxy. */
  readonly password?: string;
}

/** `old`: no version of TLS that is safe (RFC 8996). */
export type Tls = Flaw | 'old' | 'silent' | 'closes';

export interface Scenario {
  /** `time.slow-headers` */
  readonly id: string;
  /** The behaviour of the service. */
  readonly title: string;
  readonly respond: Respond;
  readonly call: Omit<CallCommand, 'do'> | (Omit<ListCommand, 'do'> & { readonly pages: true });
  readonly outcome: Outcome;
  /** The largest number of requests. */
  readonly requests: number;
  /** The smallest number of requests, and the shortest time between the first two, in milliseconds. */
  readonly gap?: number;
  /** The longest duration in seconds, on a machine that is busy with other work too. */
  readonly seconds?: number;
  readonly secrets?: Secrets;
  /** Changes the base URL: a query, a fragment, user information. */
  readonly address?: (origin: string, service: string) => string;
  /** The client gets the user's own HTTP client, which follows redirects. */
  readonly ownHttp?: true;
  /** The service speaks TLS: the flaw of its certificate, or what it does in place of a handshake. */
  readonly tls?: Tls;
  /** Environment variables of the client, which is started for this scenario, given the address of the server. */
  readonly environment?: (origin: string) => Readonly<Record<string, string>>;
  /** The form of headers of each request, by their names in lower case. */
  readonly sends?: Readonly<Record<string, RegExp>>;
}

/** Seconds, by default for a scenario: a limit for hangs and not a measure of speed. */
export const SECONDS = 20;

export const failed = (error: ErrorKind, status?: number): Outcome => ({
  kind: 'error',
  error,
  ...(status === undefined ? {} : { status }),
});

/** Malformed, and the message names a member. */
export const misses = (names: string): Outcome => ({ kind: 'error', error: 'malformed', names });

/** The id of a swap, a UUID: 1 is `00000000-0000-4000-8000-000000000001`. */
export const swapId = (number: number | string): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const swapItems = (...ids: readonly number[]): Outcome => ({ kind: 'items', ids: ids.map(swapId) });

export const items = (...ids: readonly (number | string)[]): Outcome => ({ kind: 'items', ids: ids.map(String) });

export const result: Outcome = { kind: 'result' };

type Called = Omit<CallCommand, 'do'>;
type Listed = Omit<ListCommand, 'do'> & { readonly pages: true };

/** Reads the pairs of swap, without a credential. */
export const readPairs: Called = { service: 'swap', operation: 'listPairs' };

/** Reads the markets of lending, which have decimals. */
export const readMarkets: Called = { service: 'lending', operation: 'listMarkets' };

/** Changes something, with the secret of an application. */
export const resetIndexes: Called = { service: 'assistant', operation: 'resetIndexes' };

export const deleteIndex = (object_id: string): Called => ({
  service: 'assistant',
  operation: 'deleteIndex',
  input: { path: { object_id } },
});

/** Reads an order, with a token. */
export const readOrder: Called = {
  service: 'swap',
  operation: 'readOrder',
  input: { path: { follow_id: '8d1f0f64-3f5c-4b52-9b3e-0e0a4ad4c1d2' } },
};

const list = (service: Listed['service'], operation: string, query: CommandInput['query'] = {}): Listed => ({
  service,
  operation,
  pages: true,
  input: { query },
});

/** By cursor. */
export const swaps = list('swap', 'listTransactions', { limit: 2 });
/** By row. */
export const comments = list('comment', 'listComments', { site_id: 21, limit: 2 });
/** By time. */
export const events = list('lending', 'listTransactions', { limit: '2' });
