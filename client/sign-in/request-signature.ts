/** The claims of an access token about the request that it was signed for. */

/** A request of the wallet network for which a token is signed. */
export interface SignedRequest {
  /** Upper case, such as `GET`. */
  readonly method: string;
  /** Path below the base address of the network, with the query, such as `/me`. */
  readonly path: string;
  /** The body as sent; empty when there is none. */
  readonly body: string;
}

/** The request for which services use a token (document 1, Access token for protected operations). */
export const GET_ME: SignedRequest = { method: 'GET', path: '/me', body: '' };

/**
 * SHA-256 over method, path and body, in lower-case hexadecimal.
 *
 * @example
 * await requestSignature(GET_ME) // '5c9c3d8dd8e15a02...'
 */
export async function requestSignature({ method, path, body }: SignedRequest): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(method + path + body));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
