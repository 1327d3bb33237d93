/** Signs the tokens and messages of sign-ins. */
import type { KeystoreRole } from '../model/target.ts';

/** How an access token is made. */
export interface TokenOptions {
  /** The time of the token's creation, in milliseconds since 1970. Default: now. */
  readonly issuedAt?: number;
  /** The lifetime in milliseconds. Default: ten minutes. */
  readonly lifetime?: number;
  /** The request that the token is signed for. Default: `GET /me`. */
  readonly method?: string;
  readonly path?: string;
  /** The client id that the token claims: UUID. Default: the keystore's client. */
  readonly subject?: string;
  /** The session id that the token claims: UUID. Default: that of the keystore. */
  readonly session?: string;
  /** The token is not bound to a request. */
  readonly isUnbound?: true;
  /** Signed with an unregistered key of the suite. */
  readonly strangeKey?: true;
}

/** The fields of a message. Their values may be wrong on purpose, so their types are only text. */
export interface MessageFields {
  readonly domain: string;
  readonly address: string;
  readonly statement?: string | undefined;
  readonly uri: string;
  readonly version: string;
  readonly chainId: number | string;
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime?: string | undefined;
  readonly notBefore?: string | undefined;
  readonly requestId?: string | undefined;
  readonly resources?: readonly string[] | undefined;
}

/** The spelling of names of several words. */
export const spellings = ['camelCase', 'kebab-case', 'snake_case'] as const;

/** The types of version and chain id: one text and one number, both text, or both numbers. */
export const numbers = ['', ', all text', ', all numbers'] as const;

export type MessageForm = `${(typeof spellings)[number]}${(typeof numbers)[number]}` | 'lines';

/** The members of a sign-in by message. */
export interface SignedMessage {
  readonly signed_message: string;
  readonly signature: string;
}

/** The unusual parts of a message. */
export interface MessageOptions {
  /** Fields with other values; undefined leaves one out, from the lines and from the object. */
  readonly fields?: Partial<MessageFields>;
  /** Changes the lines before they are signed; the object that is sent stays as it is. */
  readonly lines?: (lines: readonly string[]) => readonly string[];
  /** Members that are missing in the object that is sent. */
  readonly omit?: readonly (keyof MessageFields)[];
  /** Signs without the prefix of EIP-191. */
  readonly bare?: boolean;
  /** Name of the account that signs, if it is not the account of the message. */
  readonly signer?: string;
}

export interface Wallet {
  /** Signs a token; null when the target names no such keystore. */
  token(role: KeystoreRole, options?: TokenOptions): string | null;
  /** Address of the account of a name; `caller` is the target's own, where it names one. */
  address(account: string): string;
  /**
   * A message with a fresh nonce, signed by the named account; null if the target names no domain.
   * @param account `caller`, or any other name: each has its own account.
   */
  message(account: string, options?: MessageOptions): SignedMessage | null;
  /** Sets the spelling of members in all later messages. */
  useForm(form: MessageForm): void;
  /** The time by the server's clock, in milliseconds since the epoch, as far as it is known. */
  now(): number;
  /** Sets the clock for all later signatures: milliseconds ahead of the local clock. */
  useClock(ahead: number): void;
  /** Every signed text that must not be shown. */
  secrets(): readonly string[];
  /** The same wallet with invalid signatures: for callers that only need the form of signed data. */
  unsigned(): Wallet;
}
