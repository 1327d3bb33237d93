/** Verifies sign-ins, for the backend of an application (document 1, Client-side sign-in). */
import { Refusal } from '@wallet-services/runtime/refusal';
import { recoverAddress } from '../account/eip191.ts';
import { messageText, type SignInMessage } from '../sign-in/message.ts';
import { type ReadMessage, readMessage } from './message.ts';
import { MessageError } from './message-error.ts';
import type { WalletAccount, WalletNetwork, WalletUser } from './network.ts';
import { createNetworkClient } from './network-client.ts';
import { memoryNonces, type NonceStore } from './nonces.ts';

/** The trusted applications and domains, and the wallet network. */
export interface VerifierOptions {
  /** The trusted applications, for wallet tokens. */
  readonly clientIds: readonly string[];
  /** The domains whose messages are trusted, with the port unless it is the default one. */
  readonly domains: readonly string[];
  /** Base address of the wallet network, such as `http://127.0.0.1:4000/wallet`, or a client of it. */
  readonly networkApiUrl: string | WalletNetwork;
  /** Time limit for the network, in milliseconds. Default: 5,000. Only for an address: a client has its own limit. */
  readonly timeout?: number | undefined;
  /** Default: in memory, which suffices for one process. */
  readonly nonces?: NonceStore | undefined;
  /** Returns the current time in milliseconds since 1970. Default: the system clock. */
  readonly clock?: (() => number) | undefined;
}

/** A message and its signature, as a client sends them. */
export interface SignedMessage {
  /** JSON object with the fields of EIP-4361, or its lines. */
  readonly signedMessage: string;
  /** `0x` and 65 bytes in hexadecimal. */
  readonly signature: string;
}

/** Every method throws `Refusal` 401 when the sign-in is invalid. */
export interface Verifier {
  /**
   * The user of a wallet network token of a trusted application; of any application, when none is listed.
   * @throws Refusal 401 when the token is invalid, or its application is not trusted
   */
  trustedUser(token: string): Promise<WalletUser>;
  /** Sign-in by a wallet network token: one signed for `GET /me`, or a token of OAuth. */
  verifyToken(token: string): Promise<WalletUser>;
  /** Sign-in by a signed EIP-4361 message. A message signs in once. */
  verifyMessage(signed: SignedMessage): Promise<WalletAccount>;
}

/** How far the clock of the signer may be ahead, in milliseconds. */
const SKEW = 60_000;

/**
 * Makes a verifier.
 *
 * @example
 * const verifier = createVerifier({ clientIds, domains: ['notes.example.org'], networkApiUrl });
 * const { userId } = await verifier.verifyMessage({ signedMessage, signature });
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const { clientIds, domains, networkApiUrl, timeout, clock = Date.now, nonces = memoryNonces(clock) } = options;
  const network =
    typeof networkApiUrl === 'string' ? createNetworkClient({ url: networkApiUrl, timeout }) : networkApiUrl;
  const trustedDomains = new Set(domains.map((domain) => domain.toLowerCase()));
  const trustedClients = new Set(clientIds.map((clientId) => clientId.toLowerCase()));

  async function trustedUser(token: string): Promise<WalletUser> {
    const user = await network.me(token);
    if (trustedClients.size === 0 || trustedClients.has(user.clientId.toLowerCase())) return user;
    throw notTrusted(user);
  }

  return {
    trustedUser,

    async verifyToken(token) {
      const user = await trustedUser(token);
      if (trustedClients.size === 0) throw notTrusted(user);
      if (user.contractAddress !== undefined) {
        throw new Refusal(401, 'ErrBadMvmLoginMethod: this user has a contract account', {
          hint: 'sign in with a message that the account signs',
        });
      }
      return user;
    },

    async verifyMessage({ signedMessage, signature }) {
      const { message, text } = read(signedMessage);
      if (!trustedDomains.has(message.domain.toLowerCase())) {
        throw new Refusal(401, `the domain ${message.domain} is not trusted`);
      }
      checkTimes(message, clock());
      if (!textsOf(message, text).some((signed) => recoverAddress(signed, signature) === message.address)) {
        throw new Refusal(401, 'the signature is not of this account and this message');
      }
      const account = await network.account(message.address);
      // Last, so that neither another party nor a network that does not answer can use up the nonce.
      const until = message.expirationTime === undefined ? undefined : Date.parse(message.expirationTime);
      if (!(await nonces.take(`${message.address}/${message.nonce}`, until))) {
        throw new Refusal(401, 'the nonce was used before', { hint: 'sign a message with a new nonce' });
      }
      return account;
    },
  };
}

/**
 * An empty request id and an empty list of resources: some clients sign a line for them, others treat them as absent.
 */
function textsOf(message: SignInMessage, text: string): readonly string[] {
  const { requestId, resources } = message;
  const unused = { requestId: requestId || undefined, resources: resources?.length === 0 ? undefined : resources };
  return [...new Set([text, messageText({ ...message, ...unused })])];
}

function read(signedMessage: string): ReadMessage {
  try {
    return readMessage(signedMessage);
  } catch (error) {
    if (error instanceof MessageError) throw new Refusal(401, error.message);
    throw error;
  }
}

function checkTimes({ issuedAt, expirationTime, notBefore }: SignInMessage, now: number): void {
  if (Date.parse(issuedAt) > now + SKEW) throw new Refusal(401, 'the message was issued in the future');
  if (expirationTime !== undefined && Date.parse(expirationTime) <= now) {
    throw new Refusal(401, 'the message has expired');
  }
  if (notBefore !== undefined && Date.parse(notBefore) > now) throw new Refusal(401, 'the message is not yet valid');
}

function notTrusted({ clientId }: WalletUser): Refusal {
  return new Refusal(401, `the application ${clientId} is not trusted`);
}
