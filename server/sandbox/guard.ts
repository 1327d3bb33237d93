/**
 * Who may control the sandbox: with a token, who has it; without one, programs of this machine. A page of another origin
 * in a browser of this machine may not, nor one that has this machine under a name of its own.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '@wallet-services/runtime/refusal';
import { isLoopback } from '../http/index.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** In constant time: both are hashes of one length. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** @throws Refusal 401 without the token, 403 for a page of another origin */
export function admit({ headers }: Pick<IncomingMessage, 'headers'>, token: string | undefined): void {
  if (token !== undefined) {
    const presented = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
    if (presented !== undefined && isSame(presented, token)) return;
    throw new Refusal(401, 'the control of the sandbox requires a token', {
      hint: 'send Authorization: Bearer <the value of --sandbox-token>',
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
  const host = headers.host ?? '';
  const own = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
  const isOwnPage =
    headers.origin === undefined || (URL.canParse(headers.origin) && new URL(headers.origin).host === host);
  // An image of another page is asked for without an origin.
  const isAsked = ['same-origin', 'none', undefined].includes(headers['sec-fetch-site']?.toString());
  if (own !== undefined && isLoopback(own.hostname) && isOwnPage && isAsked) return;
  throw new Refusal(403, 'without a token, only this machine and the pages of the sandbox can control it', {
    hint: 'use 127.0.0.1 or localhost, or start the server with --sandbox-token',
  });
}
