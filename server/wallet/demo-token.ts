/** Access tokens for who has only a shell: signed with a keystore of the sandbox, which everyone can read anyway. */
import { Refusal } from '@wallet-services/contract/lending';
import { accessToken, GET_ME } from '../sign-in/index.ts';
import type { Clock } from '../values/index.ts';
import type { WalletStore } from './tables.ts';

/**
 * Signs a token.
 *
 * @param chosen `user_id`, and where it is not for `GET /me`: `method` and `path`, without a body
 * @throws Refusal 400 when there is no such user, or it has no keystore
 */
export async function demoToken(store: WalletStore, clock: Clock, chosen: URLSearchParams): Promise<string> {
  const userId = chosen.get('user_id') ?? '';
  const session = await store
    .selectFrom('wallet_sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (session === undefined) throw new Refusal(400, `there is no keystore of the user_id ${userId}`);
  return accessToken(
    { clientId: session.user_id, sessionId: session.session_id, privateKey: session.private_key },
    { method: chosen.get('method') ?? GET_ME.method, path: chosen.get('path') ?? GET_ME.path, clock },
  );
}
