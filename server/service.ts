/** The interface between the server and a service, which each service's folder implements. */

import type { Verifier } from '@wallet-services/client/verify';
import type { ServiceName } from '@wallet-services/contract/services';
import type { MountOptions } from '@wallet-services/runtime/express';
import type { IRouter } from 'express';
import type { Kysely, Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Logger } from 'pino';
import type { Config } from './config/index.ts';
import type { Payer, PaymentOutcome, WalletOAuth } from './network/index.ts';
import type { RpcService } from './rpc/service.ts';
import type { SharedDatabase } from './store/database.ts';
import type { Clock, RandomSource } from './values/index.ts';

/** The server's view of the database. A service adds its tables by `$extendTables<Tables>()`. */
export type Store = Kysely<Record<never, never>>;

/** The database within a transaction. */
export type StoreTransaction = Transaction<Record<never, never>>;

/** The dependencies of a running service. */
export interface ServiceContext {
  readonly store: Store;
  /** Resources shared with other processes on the same database; undefined when there is only this process. */
  readonly shared?: SharedDatabase | undefined;
  readonly clock: Clock;
  /** Log for events outside of requests; the server logs the requests. */
  readonly log: Logger;
  /** Scheme of the payment links, such as `wallet`. */
  readonly scheme: string;
  /** Exchanges OAuth codes, for applications with secrets in the configuration. */
  readonly oauth: WalletOAuth;
  /** Verifies sign-ins by wallet token and by signed message (document 1, Client-side sign-in). */
  readonly verifier: Verifier;
  /** The server's configuration with the defaults filled in. */
  readonly config: Config;
}

/** A payment request of a service, for the sandbox wallet network. */
export interface PaymentCode {
  readonly code_id: string;
  readonly asset_id: string;
  readonly amount: string;
  readonly trace_id: string;
  readonly follow_id: string;
  readonly memo_base64: string;
  readonly with_gas: boolean;
  /** ISO 8601, UTC. */
  readonly created_at: string;
}

/** A running service. */
export interface RunningService {
  /** Mounts its HTTP operations at `options.prefix`. */
  mount(app: IRouter, options: MountOptions): void;
  /** Its protobuf services. */
  readonly rpc: readonly RpcService[];
  /** Finds a payment request of this service; undefined when the code belongs to another service. */
  findCode?(codeId: string): Promise<PaymentCode | undefined>;
  /**
   * Called when a user has paid a code that `findCode` found: applies its effect, in one transaction. The payment may
   * be reported again with the same snapshot; the effect is then not repeated, and the outcome is the same.
   */
  payCode?(codeId: string, payer: Payer): Promise<PaymentOutcome>;
  /** Resolves when the pending work that an earlier server left, such as turns, is done. */
  settled?(): Promise<void>;
  /**
   * Stops background work while the last requests are still being answered.
   *
   * @param limit longest time in milliseconds
   */
  close?(limit: number): Promise<void>;
}

/** One of the five services. It does nothing before `start`. */
export interface Service {
  readonly name: ServiceName;
  /** Base address on the server, without the host, such as `/lending`. */
  readonly base: string;
  /** Whether its own paths begin with `/api`. Default: no; it is then also served under `<base>/api`. */
  readonly hasApi?: boolean;
  /** Its migrations by name. A released migration never changes. Names begin with the service's. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /** Fills its empty tables. Called once for a database, within one transaction. */
  seed(store: StoreTransaction, random: RandomSource, clock: Clock): Promise<void>;
  start(context: ServiceContext): Promise<RunningService>;
}
