/**
 * OAuth with PKCE (document 1, Method A): the user approves in the wallet, and the result is a token of the wallet
 * network. No secret is involved, so browsers and programs can use it alike.
 */
import { base64url } from 'jose';
import { Malformed, readBody } from '../http/body.ts';
import { bounded } from '../http/bounded.ts';
import { CallError, hide, ServiceError } from '../http/errors.ts';
import { TIMEOUT } from '../values/limits.ts';

/** The request to the user. */
export interface AuthorizationOptions {
  /** Page of the wallet network that requests the approval, such as `http://127.0.0.1:4000/wallet/oauth/authorize`. */
  readonly authorizeUrl: string;
  /** The application, a UUID. */
  readonly clientId: string;
  /** Such as `['PROFILE:READ', 'ASSETS:READ']`. */
  readonly scopes: readonly string[];
  /** The address that the user returns to; registered with the application. */
  readonly redirectUri?: string | undefined;
}

/** The address to send the user to, and the values to keep until the user returns. */
export interface Authorization {
  readonly url: string;
  /** Links the answer to this request. */
  readonly state: string;
  /**
   * Proves that the code is exchanged by the party that requested it. A secret: keep it, in a browser in
   * `sessionStorage`.
   */
  readonly verifier: string;
}

/**
 * Prepares the request to the wallet. The user opens `url`; pass `state` and `verifier` to `exchangeCode`.
 *
 * @example
 * const { url, ...kept } = await startAuthorization({ authorizeUrl, clientId, scopes: ['PROFILE:READ'], redirectUri });
 * sessionStorage.setItem('sign-in', JSON.stringify(kept));
 * location.assign(url);
 */
export async function startAuthorization(options: AuthorizationOptions): Promise<Authorization> {
  const verifier = base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
  const state = base64url.encode(crypto.getRandomValues(new Uint8Array(16)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const url = new URL(options.authorizeUrl);
  const parameters = {
    client_id: options.clientId,
    scope: options.scopes.join(' '),
    response_type: 'code',
    code_challenge: base64url.encode(new Uint8Array(hash)),
    code_challenge_method: 'S256',
    state,
    ...(options.redirectUri === undefined ? {} : { redirect_uri: options.redirectUri }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, state, verifier };
}

/** The answer of the wallet, and the kept values. */
export type ExchangeOptions = ExchangePlace & Pick<Authorization, 'verifier'> & Callback;

/** How the code was returned. */
type Callback =
  /** The user returned to an address. */
  | { readonly callbackUrl: string; readonly state: string; readonly code?: undefined }
  /** The user copied the code, where there is no return address, such as in a terminal. */
  | { readonly code: string; readonly callbackUrl?: undefined };

interface ExchangePlace {
  /** Such as `http://127.0.0.1:4000/wallet/oauth/token`. */
  readonly tokenUrl: string;
  readonly clientId: string;
  /** Longest duration, in milliseconds. Default: 10,000. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The user's grant. */
export interface Grant {
  /** A token of the wallet network: for `signIn({type: 'NetworkToken', token})`, or to be used directly. */
  readonly token: string;
  readonly scopes: readonly string[];
}

/** The user did not approve, or the answer does not belong to the request. */
export class AuthorizationError extends Error {
  override readonly name = 'AuthorizationError';
}

/**
 * Exchanges the code that the user returned with for a token.
 *
 * @throws AuthorizationError when the user did not approve, or the answer does not belong to this request
 * @throws ServiceError when the network rejects the code; CallError when it does not answer
 * @example
 * const { token } = await exchangeCode({ tokenUrl, clientId, callbackUrl: location.href, ...kept });
 */
export async function exchangeCode(options: ExchangeOptions): Promise<Grant> {
  const { tokenUrl, clientId, verifier, timeout = TIMEOUT, signal } = options;
  const request = {
    client_id: clientId,
    code: codeOf(options),
    code_verifier: verifier,
    grant_type: 'authorization_code',
  };
  const limit = AbortSignal.timeout(timeout);
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(request),
    redirect: 'manual',
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  } as const;
  try {
    const response = await fetch(tokenUrl, init);
    if (response.ok) return grantOf(await readBody(response));
    const body: unknown = await bounded(response)
      .json()
      .catch(() => ({}));
    hide(response, [verifier, request.code]);
    throw new ServiceError(body, response);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ServiceError) throw error;
    if (limit.aborted) throw new CallError('timeout', `POST ${tokenUrl} took longer than ${timeout} ms`);
    if (error instanceof Malformed)
      throw new CallError('malformed', `the response to POST ${tokenUrl} ${error.message}`);
    throw new CallError('network', `no response to POST ${tokenUrl}`);
  }
}

function codeOf(options: ExchangeOptions): string {
  if (options.callbackUrl === undefined) return options.code.trim();
  const answer = new URL(options.callbackUrl).searchParams;
  if (answer.get('state') !== options.state)
    throw new AuthorizationError('this response belongs to another sign-in: start the sign-in again');
  const error = answer.get('error');
  if (error !== null) throw new AuthorizationError(`the wallet did not approve: ${error}`);
  const code = answer.get('code');
  if (!code) throw new AuthorizationError('the wallet responded without a code: start the sign-in again');
  return code;
}

/** `{data: {access_token, scope}}`, or without the envelope (RFC 6749, section 5.1). */
function grantOf(body: unknown): Grant {
  const outer = record(body);
  const { access_token: token, scope } = outer['data'] === undefined ? outer : record(outer['data']);
  if (typeof token !== 'string' || token === '') throw new Malformed('has no access_token');
  return { token, scopes: typeof scope === 'string' ? scope.split(' ').filter((part) => part !== '') : [] };
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' ? { ...value } : {};
}
