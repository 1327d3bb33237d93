/** Signs a user in (document 1, Client-side sign-in). */
import type { Token, TokenSource } from '../http/index.ts';
import { accessToken } from './access-token.ts';
import { keptToken } from './kept-token.ts';
import { type MessageFields, siweMessage } from './siwe-message.ts';
import type { Keystore } from './token.ts';

/** Proves the identity of the user. */
export type Proof =
  | { readonly type: 'NetworkToken'; readonly token: string }
  | {
      readonly type: 'SignedMessage';
      /** JSON object with the fields of EIP-4361. */
      readonly signedMessage: string;
      /** `0x` and 65 bytes in hexadecimal. */
      readonly signature: string;
    };

/** Passes a proof to a backend, which issues a token of its own; `login` of the comment service is one. */
export type Exchange = (proof: Proof) => Promise<string>;

/** Sign-in by a message that the user's wallet signs. */
export interface SignedMessageOptions extends Omit<MessageFields, 'nonce' | 'issuedAt'> {
  readonly type?: 'SignedMessage' | undefined;
  /** Signs a text with the key of `address` (EIP-191), as wallets do: `0x` and 65 bytes in hexadecimal. */
  readonly sign: (text: string) => Promise<string>;
  readonly exchange: Exchange;
}

/** Sign-in by a token of the wallet network: signed with a local keystore, or a token of OAuth. */
export type NetworkTokenOptions = { readonly type: 'NetworkToken'; readonly exchange?: Exchange | undefined } & (
  | { readonly keystore: Keystore; readonly token?: undefined }
  | { readonly token: Token; readonly keystore?: undefined }
);

/**
 * Signs in when a token is first needed, and again when a service rejects it. With `SignedMessage`, the default, the
 * wallet signs a new message each time, and the backend's token is kept. With `NetworkToken` the token of the network
 * is used unchanged, or exchanged when there is an `exchange`.
 *
 * @example
 * const token = signIn({ domain, uri, address, sign, exchange: login({ baseUrl }) });
 * @example
 * const token = signIn({ type: 'NetworkToken', keystore });
 */
export function signIn(options: SignedMessageOptions | NetworkTokenOptions): TokenSource {
  if (options.type !== 'NetworkToken') return keptToken(async () => options.exchange(await signedProof(options)));
  const { exchange } = options;
  const network = options.keystore === undefined ? sourceOf(options.token) : accessToken(options);
  if (exchange === undefined) return network;
  return keptToken(async () => exchange({ type: 'NetworkToken', token: await network.token() }));
}

async function signedProof({ type, sign, exchange, ...fields }: SignedMessageOptions): Promise<Proof> {
  const { message, text } = siweMessage(fields);
  return { type: 'SignedMessage', signedMessage: JSON.stringify(message), signature: await sign(text) };
}

/** A token that cannot be renewed is passed on unchanged. */
function sourceOf(token: Token): TokenSource {
  return typeof token === 'string' ? { token: async () => token, reject: () => undefined } : token;
}
