/** Signing in (document 2, Comment service, login rules). */

import type { Verifier } from '@wallet-services/client/verify';
import type { Session, SignInRequest, User } from '@wallet-services/contract/comment';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { WalletAccount } from '../../network/index.ts';
import { isoTime } from '../../values/index.ts';
import type { CommentContext } from './context.ts';
import { refusal } from './tokens.ts';
import { findUser, welcomeUser } from './users.ts';

/**
 * Signs a user in; creates the user at the first sign-in.
 *
 * @throws Refusal 400 when a member that the method needs is missing, 401 when the credential is invalid
 */
export async function signIn(
  { store, verifier, tokens, clock }: CommentContext,
  request: SignInRequest,
): Promise<Session> {
  const account = await verified(verifier, request);
  const user = await welcomeUser(store, account, isoTime(clock()));
  return { access_token: await tokens.issue(user.id), user };
}

/** The user of a token. @throws Refusal 401 when it is invalid */
export async function callerOf({ store, tokens }: CommentContext, token: string): Promise<User> {
  const user = await findUser(store, await tokens.userOf(token));
  if (user === undefined) throw refusal('is that of a user who is not known');
  return user;
}

/** Reads both names of the wallet token, because the documents use both; `mixin_token` has priority. */
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
