/** What is checked: where each service is, and what is known of it beforehand. */
import type { RpcProtocol } from '../model/exchange.ts';
import type { ServiceName } from '../model/services.ts';

/** What is known of a service's data beforehand; all of it optional. */
export interface KnownData {
  /** Asset ids of markets that the list of markets must hold. */
  readonly markets?: readonly string[];
  /** A pay request that this server accepts; its trace and follow ids are replaced by fresh ones. */
  readonly payRequest?: Readonly<Record<string, string>>;
}

export interface ServiceTarget {
  /** Base address; the paths of the document are appended to it as they are. */
  readonly url: string;
  /** Base addresses of the RPC methods, by protocol. */
  readonly rpc: Readonly<Partial<Record<RpcProtocol, string>>>;
  /** Path in front of the method names, where the server serves them under another than the usual ones. */
  readonly rpcRoute?: string;
  /** By security scheme of the document: `AccessToken`. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Credentials that were valid once. */
  readonly expiredCredentials: Readonly<Record<string, string>>;
  readonly known: KnownData;
}

export interface Target {
  readonly services: Readonly<Partial<Record<ServiceName, ServiceTarget>>>;
  /** Ids of rules that may stay undecided; `*` stands for any text. */
  readonly allowInconclusive: readonly string[];
}

/** A service of which nothing but the address is known. */
export function bareService(url: string): ServiceTarget {
  return { url, rpc: {}, credentials: {}, expiredCredentials: {}, known: {} };
}

/** Everything in a target that must not be shown. */
export function secretsOf(target: Target): readonly string[] {
  return Object.values(target.services).flatMap((service) => [
    ...Object.values(service.credentials),
    ...Object.values(service.expiredCredentials),
  ]);
}
