/** The token or message of a sign-in, for users who repeat one by hand. */
import { UsageError } from '@wallet-services/kit/errors';
import type { Target } from '../model/target.ts';
import { openWallet } from '../sign-in/wallet.ts';

/** A wallet token, or the members of a sign-in by message. */
export const signings = ['token', 'message'] as const;

export type Signing = (typeof signings)[number];

/**
 * A fresh token, or a fresh message with its signature as JSON, of the caller.
 *
 * @throws UsageError when the target file has no key for it.
 */
export function signed(what: Signing, { signIn = {} }: Target, seed: number): string {
  const wallet = openWallet(signIn, seed);
  const token = what === 'token' ? wallet.token('caller') : null;
  if (token !== null) return token;
  const message = what === 'message' ? wallet.message('caller') : null;
  if (message !== null) return JSON.stringify(message);
  const member = what === 'token' ? 'sign_in.keystores.caller' : 'sign_in.message';
  throw new UsageError(`--sign ${what} needs ${member} in the target file`);
}
