/**
 * Controls access to the sandbox. With a token, clients that send it have access; without one, local programs have. A
 * browser page of another origin has no access, nor one that reaches this machine under another host name.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '@wallet-services/runtime/refusal';
import { isLoopback } from '../http/index.ts';

/** Base path of the control API. */
export const SANDBOX_BASE = '/sandbox';

const CONTROL = new RegExp(`^${SANDBOX_BASE}(?:[/?#]|$)`, 'i');

/** Whether a target belongs to the control API, compared like the router does: literally, except for case. */
export function isControl(target: string): boolean {
  return CONTROL.test(target);
}

/** Headers that proxies, load balancers and tunnels add. */
const FORWARDED =
  /^(?:(?:x-)?forwarded(?:-.*)?|via|x-real-ip|(?:[a-z]+-)+client-?ip|x-(?:proxyuser|appengine-user)-ip|x-original-.*|x-envoy-external-address|[a-z]+-connecting-ip|cf-ray|ngrok-.*)$/;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time: both hashes have the same length. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** Wrong tokens that an address may send in a minute. */
const MOST_GUESSES = 30;

/** Decides whether a request may use the control API. */
export type Guard = (request: Pick<IncomingMessage, 'headers'>, address: string) => void;

/**
 * @param token when absent, only local programs have access
 * @param now system clock, in milliseconds
 */
export function guardWith(token: string | undefined, now: () => number): Guard {
  const guesses = new Map<string, { count: number; readonly ends: number }>();
  return (request, address) => {
    const known = guesses.get(address);
    const before = known !== undefined && known.ends > now() ? known : undefined;
    if (before !== undefined && before.count >= MOST_GUESSES) {
      throw new Refusal(429, 'too many wrong tokens', {
        headers: { 'Retry-After': String(Math.max(1, Math.ceil((before.ends - now()) / 1000))) },
      });
    }
    try {
      admit(request, token);
    } catch (error) {
      if (isGuess(error, request)) {
        // A successful request resets the count, and the map is cleared before it grows too large.
        if (guesses.size >= MOST_ADDRESSES) guesses.clear();
        guesses.set(address, { count: (before?.count ?? 0) + 1, ends: before?.ends ?? now() + MINUTE });
      }
      throw error;
    }
  };
}

const MINUTE = 60_000;
const MOST_ADDRESSES = 10_000;

function isGuess(error: unknown, { headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return error instanceof Refusal && error.status === 401 && headers.authorization !== undefined;
}

/**
 * @throws Refusal 401 for a missing or wrong token. When no token is set: 403 for a page of another origin, and for a
 *   request through a proxy or tunnel, because its client is unknown
 */
function admit({ headers }: Pick<IncomingMessage, 'headers'>, token: string | undefined): void {
  if (token !== undefined) {
    const presented = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
    if (presented !== undefined && isSame(presented, token)) return;
    throw new Refusal(401, 'the control of the sandbox requires a token', {
      hint: 'send Authorization: Bearer <the value of --sandbox-token>',
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
  const forwarded = Object.keys(headers).find((name) => FORWARDED.test(name.replaceAll('_', '-')));
  if (forwarded !== undefined) {
    throw new Refusal(403, `a forwarded request (${forwarded}) cannot control the sandbox without a token`, {
      hint: 'start the server with --sandbox-token, and send Authorization: Bearer <its value>',
    });
  }
  const host = headers.host ?? '';
  const own = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
  const isOwnPage =
    headers.origin === undefined || (URL.canParse(headers.origin) && new URL(headers.origin).host === host);
  // The request of an image element in another page has no Origin header.
  const isRequested = ['same-origin', 'none', undefined].includes(headers['sec-fetch-site']?.toString());
  if (own !== undefined && isLoopback(own.hostname) && isOwnPage && isRequested) return;
  throw new Refusal(403, 'without a token, only this machine and the pages of the sandbox can control it', {
    hint: 'use 127.0.0.1 or localhost, or start the server with --sandbox-token',
  });
}
