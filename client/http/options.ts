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
  /** Headers beside the documented ones; they win over what the client would send. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What every client can be told. */
export interface ClientOptions extends CallOptions {
  /** Address in front of the documented paths, such as `https://api.example.org/swap`. */
  readonly baseUrl: string;
  /** Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** What to do when the service redirects. Default: `error`, so that no credential is carried to another place. */
  readonly redirect?: 'error' | 'follow' | undefined;
}

/** How long one attempt may take, in milliseconds, where nothing else is chosen. */
export const TIMEOUT = 10_000;
