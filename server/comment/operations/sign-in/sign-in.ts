/** Signing in (document 2, Comment service, login rules). */

import type { Verifier } from '@wallet-services/client/verify';
import { Refusal, type Session, type SignInRequest } from '@wallet-services/contract/comment';
import type { WalletAccount } from '../../../network/index.ts';
import { type Clock, isoTime } from '../../../values/index.ts';
import type { CommentStore } from '../../store/tables.ts';
import { welcomeUser } from '../users.ts';
import type { Tokens } from './tokens.ts';

/** What a sign-in is judged with. */
export interface SignInTools {
  readonly store: CommentStore;
  readonly verifier: Verifier;
  readonly tokens: Tokens;
  readonly clock: Clock;
}

/**
 * Signs a user in, who is made at the first time.
 *
 * @throws Refusal 400 when what the method needs is missing, 401 when it does not hold
 */
export async function signIn(tools: SignInTools, request: SignInRequest): Promise<Session> {
  const account = await verified(tools.verifier, request);
  const user = await welcomeUser(tools.store, account, isoTime(tools.clock()));
  return { access_token: await tools.tokens.issue(user.id), user };
}

/** Both names of the wallet token are read, because the documents use both; `mixin_token` wins. */
function verified(verifier: Verifier, request: SignInRequest): Promise<WalletAccount> {
  const { method, mixin_token, mixin_access_token, signed_message, signature } = request;
  if (method === 'mixin_token') {
    const token = mixin_token || mixin_access_token;
    if (!token) throw missing('mixin_token', method);
    return verifier.verifyToken(token);
  }
  if (!signed_message) throw missing('signed_message', method);
  if (!signature) throw missing('signature', method);
  return verifier.verifyMessage({ signedMessage: signed_message, signature });
}

function missing(member: string, method: string): Refusal {
  return new Refusal(400, `${member} is missing`, { hint: `a sign-in by ${method} needs it` });
}
