/** Issues access tokens for users who have only a shell. They are signed with the sandbox's public keystores. */

import { GET_ME, signToken } from '@wallet-services/client/sign-in';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Clock } from '../../values/index.ts';
import type { WalletStore } from '../store/tables.ts';
import { demoOAuthToken } from './oauth-token.ts';

/**
 * Signs a token with a keystore, or returns one of OAuth.
 *
 * @param chosen `user_id`, and either `type=oauth` for a token of OAuth, or `method` and `path` of a request without a
 *   body;
 *   default: a token for `GET /me`
 * @throws Refusal 400 when there is no such user, or the user has no keystore or has granted nothing
 */
export async function demoToken(store: WalletStore, clock: Clock, chosen: URLSearchParams): Promise<string> {
  const userId = chosen.get('user_id') ?? '';
  if (chosen.get('type') === 'oauth') {
    const token = await demoOAuthToken(store, userId);
    if (token === undefined) throw new Refusal(400, `the user_id ${userId} has authorized no application`);
    return token;
  }
  const session = await store
    .selectFrom('wallet_sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (session === undefined) throw new Refusal(400, `there is no keystore of the user_id ${userId}`);
  return signToken(
    { clientId: session.user_id, sessionId: session.session_id, privateKey: session.private_key },
    { method: chosen.get('method') ?? GET_ME.method, path: chosen.get('path') ?? GET_ME.path, clock },
  );
}
