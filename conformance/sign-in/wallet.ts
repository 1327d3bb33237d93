/** Signs what sign-ins need: access tokens with keystores, messages with accounts. */
import { randomUUID } from 'node:crypto';
import type { KeystoreRole, SignIn } from '../model/target.ts';
import { type Account, accountOfKey, ownAccount, signText } from './account.ts';
import { type MessageFields, type MessageForm, messageLines, sentMessage } from './message.ts';
import { signToken, type TokenOptions } from './token.ts';

/** The members of a sign-in by message. */
export interface SignedMessage {
  readonly signed_message: string;
  readonly signature: string;
}

/** What is to be unusual about a message. */
export interface MessageOptions {
  /** Fields with other values; undefined leaves one out, from the lines and from the object. */
  readonly fields?: Partial<MessageFields>;
  /** Changes the lines before they are signed; the object that is sent stays as it is. */
  readonly lines?: (lines: readonly string[]) => readonly string[];
  /** Members that are missing in the object that is sent. */
  readonly omit?: readonly (keyof MessageFields)[];
  /** Signs without the prefix of EIP-191. */
  readonly bare?: boolean;
  /** Name of the account that signs, where it is another than the message's. */
  readonly signer?: string;
}

export interface Wallet {
  /** Signs a token; null when the target names no such keystore. */
  token(role: KeystoreRole, options?: TokenOptions): string | null;
  /** Address of the account of a name; `caller` is the target's own, where it names one. */
  address(account: string): string;
  /**
   * A message with a nonce of its own, signed by the account of a name; null when the target names no domain.
   *
   * @param account `caller`, or any other name: each is an account of its own.
   */
  message(account: string, options?: MessageOptions): SignedMessage | null;
  /** Names the members of messages so from now on. */
  useForm(form: MessageForm): void;
  /** The time by the server's clock, in milliseconds since the epoch, as far as it is known. */
  now(): number;
  /** What is signed from now on is of the time of a clock that is so many milliseconds ahead of ours. */
  useClock(ahead: number): void;
  /** Everything that was signed and must not be shown. */
  secrets(): readonly string[];
  /** The same wallet, but what it signs holds nowhere: for who only wants to know what would be signed. */
  unsigned(): Wallet;
}

const UNSIGNED = `0x${'0'.repeat(130)}`;

const UNSIGNED_TOKEN = 'e30.e30.AA';

/** A wallet with the keys of a target; the accounts that it lacks follow from the seed. */
export function openWallet(signIn: SignIn, seed: number): Wallet {
  const { keystores = {}, message: settings } = signIn;
  const secrets = new Set<string>();
  let form: MessageForm = 'camelCase';
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const accountOf = (name: string): Account =>
    name === 'caller' && settings?.privateKey !== undefined
      ? accountOfKey(settings.privateKey)
      : ownAccount(seed, name);
  const wallet = (signs: boolean): Wallet => ({
    token(role, options) {
      const keystore = keystores[role];
      if (keystore === undefined) return null;
      if (!signs) return UNSIGNED_TOKEN;
      const token = signToken(keystore, { ...options, issuedAt: ahead + (options?.issuedAt ?? Date.now()) });
      secrets.add(token);
      return token;
    },
    address: (account) => accountOf(account).address,
    message(name, options = {}) {
      if (settings === undefined) return null;
      const fields: MessageFields = {
        domain: settings.domain,
        address: accountOf(name).address,
        statement: 'Sign in to check this service.',
        uri: settings.uri ?? `https://${settings.domain}`,
        version: '1',
        chainId: settings.chainId ?? 1,
        nonce: randomUUID().replaceAll('-', ''),
        issuedAt: new Date(now()).toISOString(),
        ...options.fields,
      };
      const lines = messageLines(fields);
      const text = (options.lines?.(lines) ?? lines).join('\n');
      const sent = Object.fromEntries(
        Object.entries(fields).filter(([member]) => !options.omit?.some((omitted) => omitted === member)),
      );
      const signed_message = sentMessage(sent, lines, form);
      if (!signs) return { signed_message, signature: UNSIGNED };
      const signature = signText(accountOf(options.signer ?? name), text, options.bare !== true);
      secrets.add(signature);
      return { signed_message, signature };
    },
    useForm(next) {
      form = next;
    },
    now,
    useClock(by) {
      ahead = by;
    },
    secrets: () => [...secrets],
    unsigned: () => wallet(false),
  });
  return wallet(true);
}
