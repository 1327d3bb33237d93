/** The wallet network over HTTP, at a configured address. */
import { Refusal } from '@wallet-services/runtime/refusal';
import type { WalletNetwork, WalletOAuth } from './network.ts';
import { readBounded } from './network-body.ts';
import { judge, troubled } from './network-judgement.ts';
import { accountOf, grantOf, type Shape, userOf } from './network-shapes.ts';

export interface NetworkOptions {
  /** Base address of the network, such as `http://127.0.0.1:4000/wallet`. */
  readonly url: string;
  /** Secret of each application that may exchange codes, by client id. Default: none. */
  readonly secrets?: ReadonlyMap<string, string> | undefined;
  /** Time limit for the network, in milliseconds. Default: 5,000. */
  readonly timeout?: number | undefined;
}

export type NetworkClient = WalletNetwork & WalletOAuth;

const TIMEOUT = 5_000;

/** Longest token that is presented. */
const LONGEST_TOKEN = 8_192;

/** The characters that `Authorization: Bearer` can carry (RFC 6750, section 2.1). */
const BEARER = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * A client of the wallet network. It never follows redirects, reads at most 64 KiB, and stops after the timeout. When
 * the network does not answer or is busy, it throws `Refusal` 503; for an invalid answer, `Refusal` 502. The cause of
 * the `Refusal` is the reason, for the log.
 *
 * @example
 * const network = createNetworkClient({ url: 'http://127.0.0.1:4000/wallet' });
 * const user = await network.me(token);
 */
export function createNetworkClient({ url, secrets, timeout = TIMEOUT }: NetworkOptions): NetworkClient {
  async function call<Value>(path: string, init: RequestInit, shape: Shape<Value>): Promise<Value> {
    const address = `${url.replace(/\/+$/, '')}${path}`;
    const { status, body } = await send(address, init, timeout);
    const judgement = judge(status, body);
    if (judgement.kind === 'refused') throw refused(`the wallet network refuses: ${judgement.reason}`);
    const value = judgement.kind === 'answered' ? shape(body) : undefined;
    if (value !== undefined) return value;
    throw troubled(
      judgement.kind === 'busy' ? 503 : 502,
      `the wallet network answers ${status} to ${path}, not as it should: ${judgement.reason}`,
    );
  }

  return {
    async me(token) {
      if (token.length > LONGEST_TOKEN || !BEARER.test(token)) throw refused('the access token is malformed');
      return call('/me', { headers: { Authorization: `Bearer ${token}` } }, userOf);
    },
    account: (address) => call(`/accounts/${encodeURIComponent(address)}`, {}, accountOf),
    async exchange(clientId, code) {
      const secret = secrets?.get(clientId);
      if (secret === undefined) throw new Refusal(400, `the application ${clientId} is not configured`);
      const body = JSON.stringify({ client_id: clientId, client_secret: secret, code });
      const headers = { 'Content-Type': 'application/json' };
      return call('/oauth/token', { method: 'POST', headers, body }, grantOf);
    },
  };
}

function refused(message: string): Refusal {
  return new Refusal(401, message, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });
}

async function send(
  address: string,
  init: RequestInit,
  timeout: number,
): Promise<{ readonly status: number; readonly body: unknown }> {
  try {
    const headers = { Accept: 'application/json', ...init.headers };
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(address, { ...init, headers, signal, redirect: 'manual' });
    return { status: response.status, body: await readBounded(response) };
  } catch (error) {
    throw troubled(503, `the wallet network at ${address} does not respond: ${reasonOf(error)}`);
  }
}

/** `fetch` puts the reason into the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
