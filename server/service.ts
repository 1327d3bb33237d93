/** What a service is to the server: the pattern that each service's folder follows. */

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

/** The database as the server knows it. A service names its tables with `$extendTables<Tables>()`. */
export type Store = Kysely<Record<never, never>>;

/** The database within one transaction. */
export type StoreTransaction = Transaction<Record<never, never>>;

/** What a running service is given. */
export interface ServiceContext {
  readonly store: Store;
  /** What this process has in common with others on the same database; undefined when it has it to itself. */
  readonly shared?: SharedDatabase | undefined;
  readonly clock: Clock;
  /** For what happens outside of requests; requests are logged by the server. */
  readonly log: Logger;
  /** Scheme of the payment links, such as `wallet`. */
  readonly scheme: string;
  /** Exchanges the codes of OAuth, for applications with secrets in the configuration. */
  readonly oauth: WalletOAuth;
  /** Judges sign-ins by wallet token and by signed message (document 1, Client-side sign-in). */
  readonly verifier: Verifier;
  /** The content of the configuration file, defaults filled in. */
  readonly config: Config;
}

/** A payment request of a service, as the sandbox wallet network looks it up. */
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

/** A service that answers. */
export interface RunningService {
  /** Mounts its HTTP operations at `options.prefix`. */
  mount(app: IRouter, options: MountOptions): void;
  /** Its protobuf services. */
  readonly rpc: readonly RpcService[];
  /** Finds a payment request of this service; undefined when the code belongs to another one. */
  findCode?(codeId: string): Promise<PaymentCode | undefined>;
  /**
   * A user has paid a code that `findCode` found: the service applies its effect, in one transaction. The same payment
   * may be reported again, with the same snapshot: the effect is not repeated, the outcome is the same.
   */
  payCode?(codeId: string, payer: Payer): Promise<PaymentOutcome>;
  /** Resolves when the pending work of a stopped server, such as turns, is done. */
  settled?(): Promise<void>;
  /**
   * Stops what it does on its own account, while the last requests are still being answered.
   *
   * @param limit milliseconds that it may take
   */
  close?(limit: number): Promise<void>;
}

/** One of the five services. Nothing happens before `start`. */
export interface Service {
  readonly name: ServiceName;
  /** Base address on the server, without the host, such as `/lending`. */
  readonly base: string;
  /** Whether its paths begin with `/api` by themselves. Default: no, and it is found under `<base>/api` as well. */
  readonly hasApi?: boolean;
  /** Its tables, by name of the step; a step that was released never changes. Names begin with the service's. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /** Fills its empty tables. Called once a database, within one transaction. */
  seed(store: StoreTransaction, random: RandomSource, clock: Clock): Promise<void>;
  start(context: ServiceContext): Promise<RunningService>;
}
