/** Helpers of the tests: the sandbox wallet network, and accounts that sign messages. */
import { randomUUID } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { addressOf, eip191Hash } from '@wallet-services/client/account';
import {
  type Keystore,
  messageText,
  type SignInMessage,
  signToken,
  type TokenOptions,
} from '@wallet-services/client/sign-in';
import type { RunningServer } from '../index.ts';
import { type Answer, ask } from './server.ts';

/** The people of the sandbox, and its applications; Aiko has a contract account, Lantern Feed is trusted by no one. */
export type SandboxName =
  | 'Mira'
  | 'Jonas'
  | 'Aiko'
  | 'Orchard Notes'
  | 'Tidewater Exchange'
  | 'Harbor'
  | 'Lantern Feed';

/** The keystore of someone on the sandbox. */
export function keystoreOf(server: Pick<RunningServer, 'keystores'>, name: SandboxName): Keystore {
  const keystore = server.keystores.find((known) => known.name.startsWith(name));
  if (keystore === undefined) throw new Error(`there is no keystore of ${name}`);
  return keystore;
}

/**
 * An access token of someone on the sandbox: for `GET /me`, FULL, ten minutes, where nothing else is chosen.
 *
 * @example
 * const headers = { Authorization: `Bearer ${await walletToken(server, 'Mira')}` };
 */
export function walletToken(
  server: Pick<RunningServer, 'keystores'>,
  name: SandboxName,
  options?: TokenOptions,
): Promise<string> {
  return signToken(keystoreOf(server, name), options);
}

/** Pays a payment code; the answer is `{data: {snapshot_id, state, ...}}`. */
export async function payAs(
  server: Pick<RunningServer, 'keystores' | 'networkUrl'>,
  name: SandboxName,
  codeId: string,
  options?: TokenOptions,
): Promise<Answer> {
  const path = `/codes/${codeId}/pay`;
  const token = await walletToken(server, name, { ...options, method: 'POST', path });
  return ask(`${server.networkUrl}${path}`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
}

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

/** Signs a text as wallets do, behind the prefix of EIP-191. */
export function signText({ secretKey }: TestAccount, text: string): string {
  return signHash(secretKey, eip191Hash(text));
}

/** Signs a hash: r, s and v, in hexadecimal. */
export function signHash(secretKey: Uint8Array, hash: Uint8Array): string {
  const bytes = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' });
  const [recovery = 0, ...rest] = bytes;
  return `0x${Buffer.from([...rest, 27 + recovery]).toString('hex')}`;
}

/** A message that signs an account in, with the changes that a test wants. */
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
