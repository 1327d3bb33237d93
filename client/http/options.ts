/** The options of a client and of a call. */

/** The rules for repeating a call. Only calls that may be repeated (GET, PUT, DELETE) ever are. */
export interface RetryOptions {
  /** The number of attempts, including the first. Default: 3; 1 never repeats. */
  readonly attempts?: number | undefined;
  /** Longest wait before the second attempt, in milliseconds; it doubles with each. Default: 200. */
  readonly delay?: number | undefined;
}

/** The options of a single call. */
export interface CallOptions extends RetryOptions {
  /** Ends the call, and any wait within it, with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** Longest duration of one attempt, including its answer, in milliseconds. Default: the client's. */
  readonly timeout?: number | undefined;
  /**
   * Longest duration of the whole call, including attempts and waits, in milliseconds. Default: no additional limit.
   */
  readonly totalTimeout?: number | undefined;
  /** Called for each attempt, wait and renewal: for logs and metrics. An error that it throws ends the call. */
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
  /** Additional headers besides the documented ones; they override those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An event within a call. No event contains a credential. */
export type CallEvent = { readonly call: string; readonly attempt: number } & (
  | { readonly kind: 'attempt'; readonly milliseconds: number; readonly status?: number; readonly reason?: string }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'renewal' }
);

/** The options of every client. */
export interface ClientOptions extends CallOptions {
  /** Address before the documented paths, such as `https://api.example.org/swap`. */
  readonly baseUrl: string;
  /**
   * Default: the global `fetch`. It gets `redirect: 'manual'`: following a redirect would send credentials to another
   * place.
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}
