/** Which credential goes with which call. */
import { orAborted } from './wait.ts';

/** Hands out a token, and renews it. */
export interface TokenSource {
  /** The token to send now: kept until it is about to end, or was rejected. */
  token(): Promise<string>;
  /** Tells that a service answered 401 to a token: it is not handed out again. */
  reject(token: string): void;
}

/** A token as it is, or what hands tokens out. */
export type Token = string | TokenSource;

/** How a credential is carried, by security scheme. */
export type Schemes = Readonly<
  Record<
    string,
    { readonly type: 'bearer' } | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string }
  >
>;

/** A header with a credential, and where it came from. */
export interface Presented {
  readonly name: string;
  readonly value: string;
  /** The value without what stands before it, such as `Bearer`. */
  readonly secret: string;
  /** Undefined when it cannot be renewed. */
  reject: (() => void) | undefined;
}

/** The credentials to present with a call, such as `GET /me`. */
export type Presenter = (call: string, signal: AbortSignal | undefined) => Promise<readonly Presented[]>;

/**
 * Presents each credential to the operations that take it, and to no others.
 *
 * @param taken which operations take which credential, by security scheme
 * @param given the credentials, by security scheme; those that are undefined are not presented
 */
export function presenter(
  schemes: Schemes,
  taken: Readonly<Record<string, readonly string[]>>,
  given: Readonly<Record<string, Token | undefined>>,
): Presenter {
  const byCall = new Map<string, [name: string, prefix: string, token: Token][]>();
  for (const [id, scheme] of Object.entries(schemes)) {
    const token = given[id];
    if (token === undefined) continue;
    const [name, prefix] = scheme.type === 'bearer' ? ['Authorization', 'Bearer '] : [scheme.name, ''];
    for (const call of taken[id] ?? []) byCall.set(call, [...(byCall.get(call) ?? []), [name, prefix, token]]);
  }
  return async (call, signal) => {
    const presented: Presented[] = [];
    for (const [name, prefix, token] of byCall.get(call) ?? []) {
      const text = typeof token === 'string' ? token : await orAborted(token.token(), signal);
      const reject = typeof token === 'string' ? undefined : () => token.reject(text);
      presented.push({ name, value: prefix + text, secret: text, reject });
    }
    return presented;
  };
}
