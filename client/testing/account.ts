/** Test helpers: accounts that sign messages. */
import { randomUUID } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { addressOf, eip191Hash } from '../account/index.ts';
import { messageText, type SignInMessage } from '../sign-in/index.ts';

/** A contract account with its key. */
export interface TestAccount {
  readonly address: string;
  readonly secretKey: Uint8Array;
}

export function testAccount(): TestAccount {
  const { secretKey } = secp256k1.keygen();
  const address = addressOf(secp256k1.getPublicKey(secretKey, false));
  if (address === undefined) throw new Error('the key has no address');
  return { address, secretKey };
}

/** Signs a text as wallets do, after the prefix of EIP-191. */
export function signText({ secretKey }: TestAccount, text: string): string {
  return signHash(secretKey, eip191Hash(text));
}

/** Signs a hash: r, s and v, in hexadecimal. */
export function signHash(secretKey: Uint8Array, hash: Uint8Array): string {
  const bytes = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' });
  const [recovery = 0, ...rest] = bytes;
  return `0x${Buffer.from([...rest, 27 + recovery]).toString('hex')}`;
}

/** A sign-in message of an account, with the changes that a test needs. */
export function signInMessage(account: TestAccount, changes: Partial<SignInMessage> = {}): SignInMessage {
  return {
    domain: 'notes.example.org',
    address: account.address,
    statement: 'Sign in to comment on Orchard Notes.',
    uri: 'https://notes.example.org',
    version: '1',
    chainId: 1,
    nonce: randomUUID().replaceAll('-', ''),
    issuedAt: new Date().toISOString(),
    ...changes,
  };
}

/**
 * The members of a sign-in by message.
 *
 * @example
 * await post(`${url}/auth/login`, { method: 'mvm', ...signedMessage(testAccount()) });
 */
export function signedMessage(
  account: TestAccount,
  changes: Partial<SignInMessage> = {},
): { readonly signed_message: string; readonly signature: string } {
  const message = signInMessage(account, changes);
  return { signed_message: JSON.stringify(message), signature: signText(account, messageText(message)) };
}
