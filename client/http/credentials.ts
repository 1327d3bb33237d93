/** Assigns credentials to calls. */
import { orAborted } from './wait.ts';

/** A source of tokens that can renew them. */
export interface TokenSource {
  /** The token to send now: kept until shortly before it expires, or until it was rejected. */
  token(): Promise<string>;
  /** Reports that a service answered 401 to a token: the token is not used again. */
  reject(token: string): void;
}

/** A fixed token, or a source of tokens. */
export type Token = string | TokenSource;

/** How a credential is carried, by security scheme. */
export type Schemes = Readonly<
  Record<
    string,
    { readonly type: 'bearer' } | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string }
  >
>;

/** A header with a credential, and the source of the credential. */
export interface Presented {
  readonly name: string;
  readonly value: string;
  /** The value without its prefix, such as `Bearer`. */
  readonly secret: string;
  /** Undefined when it cannot be renewed. */
  reject: (() => void) | undefined;
}

/** The credentials to present with a call, such as `GET /me`. */
export type Presenter = (call: string, signal: AbortSignal | undefined) => Promise<readonly Presented[]>;

/**
 * Presents each credential to the operations that accept it, and to no others.
 * @param taken the operations that accept each credential, by security scheme
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
