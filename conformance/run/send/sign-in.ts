/** Makes the credentials that a target does not name: wallet tokens from keystores, and what a service has of its own. */
import { signInOf } from '../../rules/catalogue.ts';
import type { Send, SignedIn } from '../../rules/inputs/profile.ts';
import type { Scene } from '../../rules/rule.ts';
import { WALLET_SCHEME } from '../../sign-in/wrong-tokens.ts';
import type { Credentials } from '../../target/target.ts';

const HOUR = 3_600_000;

function walletTokens({ target, wallet }: Scene): SignedIn {
  const filled = (given: Credentials, token: string | null): Credentials =>
    token === null ? given : { [WALLET_SCHEME]: token, ...given };
  const signed = {
    credentials: filled(target.credentials, wallet.token('caller')),
    otherCredentials: filled(target.otherCredentials, wallet.token('other')),
    expiredCredentials: filled(target.expiredCredentials, wallet.token('caller', { issuedAt: Date.now() - HOUR })),
  };
  return { target: { ...target, ...signed }, problem: null };
}

/** Signs in, as far as the target says with what. Credentials that the target names stay as they are. */
export async function signIn(scene: Scene, send: Send): Promise<SignedIn> {
  const own = signInOf(scene.api.service);
  if (own !== undefined) return own(scene, send);
  const takesWalletTokens = scene.api.document.components.securitySchemes?.[WALLET_SCHEME] !== undefined;
  return takesWalletTokens ? walletTokens(scene) : { target: scene.target, problem: null };
}
