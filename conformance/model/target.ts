/** What is checked: where each service is, and what is known of it beforehand. */

import { basicOf, type Transport } from './carrier.ts';
import type { ServiceName } from './document/services.ts';
import type { RpcProtocol } from './exchange.ts';

/** A failure that is known, and how long it may last. */
export interface KnownFailure {
  /** A rule's id; `*` stands for any text. */
  readonly rule: string;
  /** An operationId; absent: any operation. */
  readonly operation?: string;
  readonly reason: string;
  /** `YYYY-MM-DD`, the last day, in UTC. */
  readonly expires: string;
}

/** What is known of a service's data beforehand, as the target file has it; the service's rules say what they read. */
export type KnownData = Readonly<Record<string, unknown>>;

/** Credentials by security scheme of the document: `AccessToken`. */
export type Credentials = Readonly<Record<string, string>>;

/**
 * Whose keystore it is: the caller's, another user's, that of a user with a registered contract account, of one whose
 * contract account is registered as the zero address, that of an application that the verifier does not trust.
 */
export const keystoreRoles = ['caller', 'other', 'contract_account', 'zero_account', 'untrusted'] as const;

export type KeystoreRole = (typeof keystoreRoles)[number];

/** What an application was given by the wallet network (document 1, Access token for protected operations). */
export interface Keystore {
  /** UUID. */
  readonly clientId: string;
  /** UUID. */
  readonly sessionId: string;
  /** Ed25519, 32 or 64 bytes, in hexadecimal, base64 or base64url. A secret. */
  readonly privateKey: string;
}

/** How EIP-4361 messages are made (document 1, Method B). */
export interface MessageSignIn {
  /** One that the verifier trusts: `notes.example.org`. */
  readonly domain: string;
  /** Default: the domain behind `https://`. */
  readonly uri?: string;
  /** EIP-155. Default: 1. */
  readonly chainId?: number;
  /** The caller's key, `0x` and 64 hexadecimal digits. Default: one of the suite's own. A secret. */
  readonly privateKey?: string;
}

/** What the suite signs in with by itself. */
export interface SignIn {
  readonly keystores?: Readonly<Partial<Record<KeystoreRole, Keystore>>>;
  readonly message?: MessageSignIn;
}

export interface ServiceTarget {
  /** Base address; the paths of the document are appended to it as they are. */
  readonly url: string;
  /** Base addresses of the RPC methods, by protocol. */
  readonly rpc: Readonly<Partial<Record<RpcProtocol, string>>>;
  /** Path in front of the method names, where the server serves them under another than the usual ones. */
  readonly rpcRoute?: string;
  /** The caller's; what is missing is made by signing in, where the target says how. */
  readonly credentials: Credentials;
  /** Those of another user, or of another application. */
  readonly otherCredentials: Credentials;
  /** Credentials that were valid once. */
  readonly expiredCredentials: Credentials;
  /** How credentials travel, by security scheme. Default: as the document says. */
  readonly transport?: Readonly<Record<string, Transport>>;
  /** Headers of every request, such as a credential that the document does not describe. Absent: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Operations that are not called: operationIds, paths, `tag:NAME`, `method:NAME` or `deprecated`. Absent: none. */
  readonly exclude?: readonly string[];
  /** Operations that are called although they look destructive, written alike. Absent: none. */
  readonly include?: readonly string[];
  readonly known: KnownData;
  /** Longest wait for what was done to show, in milliseconds. Default: 5000. */
  readonly settleMs?: number;
}

export interface Target {
  readonly services: Readonly<Partial<Record<ServiceName, ServiceTarget>>>;
  /** Absent: the suite signs in nowhere. */
  readonly signIn?: SignIn;
  /** Ids of rules that may stay undecided; `*` stands for any text. */
  readonly allowInconclusive: readonly string[];
  /** Failures that are known. Absent: none. */
  readonly knownFailures?: readonly KnownFailure[];
}

/** A service of which nothing but the address is known. */
export function bareService(url: string): ServiceTarget {
  return { url, rpc: {}, credentials: {}, otherCredentials: {}, expiredCredentials: {}, known: {} };
}

/** Tokens and secrets that are named among what is known of a service, by the names of their members. */
function secretsIn(known: KnownData): readonly string[] {
  return Object.entries(known).flatMap(([name, value]) => {
    if (!/token|secret|authorization/.test(name)) return [];
    const values = typeof value === 'object' && value !== null ? Object.values(value) : [value];
    return values.filter((text) => typeof text === 'string');
  });
}

/** A header may be a credential; what stands behind a word such as Bearer is one, too. */
function headerSecrets(name: string, value: string): readonly string[] {
  return /^(accept|accept-language|content-type|user-agent)$/i.test(name) ? [] : [value, value.replace(/^\w+ /, '')];
}

/** Everything in a target that must not be shown. */
export function secretsOf(target: Target): readonly string[] {
  const { keystores = {}, message } = target.signIn ?? {};
  const services = Object.values(target.services).flatMap((service) => service ?? []);
  return [
    ...services.flatMap(({ credentials, otherCredentials, expiredCredentials }) =>
      [credentials, otherCredentials, expiredCredentials]
        .flatMap((some) => Object.values(some))
        .flatMap((value) => [value, basicOf(value)]),
    ),
    ...services.flatMap(({ known }) => secretsIn(known)),
    ...services.flatMap(({ headers = {} }) =>
      Object.entries(headers).flatMap(([name, value]) => headerSecrets(name, value)),
    ),
    ...Object.values(keystores).map(({ privateKey }) => privateKey),
    ...(message?.privateKey === undefined ? [] : [message.privateKey]),
  ];
}
