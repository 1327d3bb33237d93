/**
 * Makes the credentials that a target does not list: wallet tokens from keystores, and those of a service's own
 * sign-in.
 */
import type { SendHttp, SignedIn, SuiteContext } from '../../core/context.ts';
import type { Credentials } from '../../model/target.ts';
import { WALLET_SCHEME } from '../../sign-in/wrong-tokens.ts';

const HOUR = 3_600_000;

function walletTokens({ target, wallet }: SuiteContext): SignedIn {
  const filled = (given: Credentials, token: string | null): Credentials =>
    token === null ? given : { [WALLET_SCHEME]: token, ...given };
  const signed = {
    credentials: filled(target.credentials, wallet.token('caller')),
    otherCredentials: filled(target.otherCredentials, wallet.token('other')),
    expiredCredentials: filled(target.expiredCredentials, wallet.token('caller', { issuedAt: Date.now() - HOUR })),
  };
  return { target: { ...target, ...signed }, problem: null };
}

/** Signs in as far as the target has the means. Credentials that the target lists stay unchanged. */
export async function signIn(suite: SuiteContext, send: SendHttp): Promise<SignedIn> {
  const own = suite.profile.signIn;
  if (own !== undefined) return own(suite, send);
  const takesWalletTokens = suite.api.document.components.securitySchemes?.[WALLET_SCHEME] !== undefined;
  return takesWalletTokens ? walletTokens(suite) : { target: suite.target, problem: null };
}
