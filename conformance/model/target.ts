/** The target of a run: the address of each service, and other data that is known beforehand. */

import { basicOf, type Transport } from './carrier.ts';
import type { ServiceName } from './document/services.ts';
import type { RpcProtocol } from './exchange.ts';

/** A failure that is known, and the last day on which it is accepted. */
export interface KnownFailure {
  /** A rule's id; `*` stands for any text. */
  readonly rule: string;
  /** An operationId; absent: any operation. */
  readonly operation?: string;
  readonly reason: string;
  /** `YYYY-MM-DD`, the last day, in UTC. */
  readonly expires: string;
}

/**
 * Data about a service that is known beforehand, in the form of the target file; the service's rules document the
 * members that they read.
 */
export type KnownData = Readonly<Record<string, unknown>>;

/** Credentials by security scheme of the document: `AccessToken`. */
export type Credentials = Readonly<Record<string, string>>;

/**
 * The owner of a keystore: the caller, another user, a user with a registered contract account, one with a contract
 * account that is registered as the zero address, or an application that the verifier does not trust.
 */
export const keystoreRoles = ['caller', 'other', 'contract_account', 'zero_account', 'untrusted'] as const;

export type KeystoreRole = (typeof keystoreRoles)[number];

/**
 * The credentials that an application got from the wallet network (document 1, Access token for protected operations).
 */
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
  /** A domain that the verifier trusts: `notes.example.org`. */
  readonly domain: string;
  /** The URI of the messages. Default: `https://` with the domain. */
  readonly uri?: string;
  /** EIP-155. Default: 1. */
  readonly chainId?: number;
  /** The caller's key, `0x` and 64 hexadecimal digits. Default: a key of the suite. A secret. */
  readonly privateKey?: string;
}

/** The data with which the suite signs in by itself. */
export interface SignIn {
  readonly keystores?: Readonly<Partial<Record<KeystoreRole, Keystore>>>;
  readonly message?: MessageSignIn;
}

export interface ServiceTarget {
  /** Base address; the paths of the document are appended unchanged. */
  readonly url: string;
  /** Base addresses of the RPC methods, by protocol. */
  readonly rpc: Readonly<Partial<Record<RpcProtocol, string>>>;
  /** Prefix of the method names, where the server uses another than the usual ones. */
  readonly rpcRoute?: string;
  /** The caller's; missing ones are obtained by signing in, where the target has the data for it. */
  readonly credentials: Credentials;
  /** The credentials of another user, or of another application. */
  readonly otherCredentials: Credentials;
  /** Credentials that were valid once. */
  readonly expiredCredentials: Credentials;
  /** How credentials are sent, by security scheme. Default: as the document describes. */
  readonly transport?: Readonly<Record<string, Transport>>;
  /** Headers of every request, such as a credential that the document does not describe. Absent: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Operations that are not called: operationIds, paths, `tag:NAME`, `method:NAME` or `deprecated`. Absent: none. */
  readonly exclude?: readonly string[];
  /** Operations that are called although they look destructive, in the same form. Absent: none. */
  readonly include?: readonly string[];
  readonly known: KnownData;
  /** Longest wait for a change to show, in milliseconds. Default: 5000. */
  readonly settleMs?: number;
}

export interface Target {
  readonly services: Readonly<Partial<Record<ServiceName, ServiceTarget>>>;
  /** The data for sign-ins. Absent: the suite does not sign in. */
  readonly signIn?: SignIn;
  /** Ids of rules that may stay undecided; `*` stands for any text. */
  readonly allowInconclusive: readonly string[];
  /** Failures that are known. Absent: none. */
  readonly knownFailures?: readonly KnownFailure[];
}

/** A service of which only the address is known. */
export function bareService(url: string): ServiceTarget {
  return { url, rpc: {}, credentials: {}, otherCredentials: {}, expiredCredentials: {}, known: {} };
}

/** Tokens and secrets in the known data of a service, by the names of their members. */
function secretsIn(known: KnownData): readonly string[] {
  return Object.entries(known).flatMap(([name, value]) => {
    if (!/token|secret|authorization/.test(name)) return [];
    const values = typeof value === 'object' && value !== null ? Object.values(value) : [value];
    return values.filter((text) => typeof text === 'string');
  });
}

/** A header may be a credential; so is the text after a word such as Bearer. */
function headerSecrets(name: string, value: string): readonly string[] {
  return /^(accept|accept-language|content-type|user-agent)$/i.test(name) ? [] : [value, value.replace(/^\w+ /, '')];
}

/** All texts in a target that must not be shown. */
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
