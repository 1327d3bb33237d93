/** Test helpers: OAuth at the wallet network of a server, as an application uses it. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { ORCHARD_NOTES } from '../wallet/seed/cast.ts';
import { call, post, testServer } from './server.ts';
import { keystoreOf } from './wallet.ts';

/** The time at which the server starts. */
export const NOW = Date.UTC(2021, 7, 17, 11, 14, 49);

/** The scopes that the application requests, and its redirect. */
export const SCOPE = 'PROFILE:READ ASSETS:READ';
export const [REDIRECT = ''] = ORCHARD_NOTES.redirectUris;

/** The proof of the client that exchanges the code (RFC 7636). */
export const verifier = randomBytes(32).toString('base64url');
export const challenge = createHash('sha256').update(verifier).digest('base64url');

/** The wallet network, with calls of an application and a user. */
export async function servedOAuth() {
  let now = NOW;
  const server = await testServer({ clock: () => now });
  const url = server.networkUrl;
  const mira = keystoreOf(server, 'Mira').clientId;
  const request = { client_id: ORCHARD_NOTES.clientId, scope: SCOPE, code_challenge: challenge, user_id: mira };

  const authorize = (changes: object = {}) => post(`${url}/oauth/authorize`, { ...request, ...changes });
  const exchange = (members: object) => post(`${url}/oauth/token`, { client_id: ORCHARD_NOTES.clientId, ...members });
  const me = (token: string) => call(`${url}/me`, { headers: { Authorization: `Bearer ${token}` } });

  async function code(changes: object = {}): Promise<string> {
    const { status, body } = await authorize(changes);
    expect(status).toBe(200);
    return (body as { data: { code: string } }).data.code;
  }
  async function token(changes: object = {}): Promise<string> {
    const { body } = await exchange({ code: await code(changes), code_verifier: verifier });
    return (body as { data: { access_token: string } }).data.access_token;
  }
  return {
    server,
    url,
    mira,
    authorize,
    exchange,
    me,
    code,
    token,
    wait: (milliseconds: number) => (now += milliseconds),
  };
}
