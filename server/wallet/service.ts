/** The sandbox wallet network: simulates what the documents expect of the real network. */

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

/** Base path of the sandbox network. */
export const WALLET_BASE = '/wallet';

/** The part of the store with its tables. */
export const walletPart: StorePart = { name: 'wallet', migrations: walletMigrations, seed: seedWallet };

/** A public keystore of the sandbox. */
export interface DemoKeystore extends Keystore {
  /** The user that it signs for. */
  readonly name: string;
  /** The name of the application that the session belongs to. */
  readonly application: string;
}

/** A public application of the sandbox. */
export interface DemoApplication {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
}

/** A running sandbox. */
export interface Sandbox {
  /** Serves the network. @param base base path; default: `WALLET_BASE` */
  mount(app: IRouter, base?: string): void;
  /** Client ids of the applications that are trusted by default. */
  readonly trusted: readonly string[];
  readonly applications: readonly DemoApplication[];
  /** The keystores: people first, then applications. */
  readonly keystores: readonly DemoKeystore[];
}

/** @param services services whose payment codes can be looked up and paid; called at each request */
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
