/** What a client and a call can be told. */

/** When a call is tried again. Only calls that may be repeated (GET, PUT, DELETE) ever are. */
export interface RetryOptions {
  /** How often it is tried, the first time included. Default: 3; 1 never repeats. */
  readonly attempts?: number | undefined;
  /** Longest wait before the second attempt, in milliseconds; it doubles with each. Default: 200. */
  readonly delay?: number | undefined;
}

/** What a single call can be told. */
export interface CallOptions extends RetryOptions {
  /** Ends the call, and any wait within it, with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long one attempt may take, answer and all, in milliseconds. Default: the client's. */
  readonly timeout?: number | undefined;
  /** How long the whole call may take, attempts and waits included, in milliseconds. Default: no limit of its own. */
  readonly totalTimeout?: number | undefined;
  /** Is told of each attempt, wait and renewal: for logs and metrics. What it throws ends the call. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
  /** Headers beside the documented ones; they win over what the client would send. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Something that happens within a call. No event holds a credential. */
export type CallEvent = { readonly call: string; readonly attempt: number } & (
  | { readonly kind: 'attempt'; readonly milliseconds: number; readonly status?: number; readonly reason?: string }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'renewal' }
);

/** What every client can be told. */
export interface ClientOptions extends CallOptions {
  /** Address in front of the documented paths, such as `https://api.example.org/swap`. */
  readonly baseUrl: string;
  /** Default: the global `fetch`. It gets `redirect: 'manual'`: a redirect that is followed carries credentials away. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** How long one attempt may take, in milliseconds, where nothing else is chosen. */
export const TIMEOUT = 10_000;
