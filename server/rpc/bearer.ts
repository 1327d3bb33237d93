/** Reads the credential of a call, which is sent as in HTTP. */
import { Refusal } from '@wallet-services/runtime/refusal';
import type { RpcCall } from './service.ts';

/**
 * Returns the token in the header or metadata `Authorization: Bearer <token>`.
 *
 * @throws Refusal 401 when there is none
 */
export function bearerToken({ headers }: Pick<RpcCall, 'headers'>): string {
  const token = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (token !== undefined) return token;
  throw new Refusal(401, 'this method needs an access token', {
    hint: 'send the metadata Authorization: Bearer <token>',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}
