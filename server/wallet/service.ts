/** The sandbox wallet network: what the documents take for granted of the real one, on this server. */

import type { Keystore } from '@wallet-services/client/sign-in';
import type { IRouter } from 'express';
import type { RunningService, Store } from '../service.ts';
import type { StorePart } from '../store/index.ts';
import type { Clock } from '../values/index.ts';
import { walletRouter } from './handlers.ts';
import { readCast } from './seed/cast.ts';
import { seedWallet } from './seed/seed.ts';
import { walletMigrations } from './store/migrations.ts';
import { walletStore } from './store/tables.ts';

/** Where the sandbox is mounted. */
export const WALLET_BASE = '/wallet';

/** Its tables. */
export const walletPart: StorePart = { name: 'wallet', migrations: walletMigrations, seed: seedWallet };

/** A keystore that the sandbox shows. */
export interface DemoKeystore extends Keystore {
  /** The user that it signs for. */
  readonly name: string;
  /** The name of the application that the session belongs to. */
  readonly application: string;
}

/** An application that the sandbox shows. */
export interface DemoApplication {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
}

/** A running sandbox. */
export interface Sandbox {
  /** Serves the network. @param base where; default: `WALLET_BASE` */
  mount(app: IRouter, base?: string): void;
  /** Applications that are trusted where nothing else is configured. */
  readonly trusted: readonly string[];
  readonly applications: readonly DemoApplication[];
  /** Everyone's keystore: people first, then the applications'. */
  readonly keystores: readonly DemoKeystore[];
}

/** @param services those with payment codes that can be looked up and paid; read at each request */
export async function openSandbox(
  store: Store,
  clock: Clock,
  services: () => readonly RunningService[],
): Promise<Sandbox> {
  const tables = walletStore(store);
  const { trusted, users } = await readCast();
  const apps = await tables.selectFrom('wallet_apps').selectAll().execute();
  const rows = await tables
    .selectFrom('wallet_sessions as session')
    .innerJoin('wallet_users as user', 'user.user_id', 'session.user_id')
    .innerJoin('wallet_apps as app', 'app.client_id', 'session.client_id')
    .select(['session.user_id', 'session.session_id', 'session.private_key', 'user.full_name', 'app.name'])
    .execute();
  const people = new Set(users.map(({ user_id }) => user_id));
  const keystores = rows.map((row) => ({
    name: row.full_name,
    application: row.name,
    clientId: row.user_id,
    sessionId: row.session_id,
    privateKey: row.private_key,
  }));
  return {
    mount(app, base = WALLET_BASE) {
      app.use(base, walletRouter(tables, clock, services));
    },
    trusted,
    applications: apps.map(({ name, client_id, client_secret, redirect_uris }) => ({
      name,
      clientId: client_id,
      clientSecret: client_secret,
      redirectUris: JSON.parse(redirect_uris),
    })),
    keystores: [
      ...keystores.filter(({ clientId }) => people.has(clientId)),
      ...keystores.filter(({ clientId }) => !people.has(clientId)),
    ],
  };
}
