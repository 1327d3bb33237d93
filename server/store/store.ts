/** Opens the database, migrates its tables and seeds it once. */
import { Refusal } from '@wallet-services/runtime/refusal';
import { type Migration, Migrator } from 'kysely/migration';
import { DEFAULT_SEED } from '../defaults.ts';
import type { Service, Store } from '../service.ts';
import { StartError } from '../start-error.ts';
import { type Clock, seededRandom, systemClock } from '../values/index.ts';
import type { OpenDatabase, SharedDatabase } from './database.ts';
import { filledLike } from './filled.ts';
import { nonceMigrations } from './nonces.ts';
import { causeOf, openDatabase, reason } from './open.ts';
import { isPostgres } from './place.ts';
import { rateLimitMigrations } from './rate-limits.ts';

export interface StoreOptions {
  /** Path of a data file, or address of a PostgreSQL; undefined for a database in memory. */
  readonly data?: string | undefined;
  /** Seed of the initial data. Without it, the data of an existing file is accepted whatever its seed was. */
  readonly seed?: number | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** The parts to seed, if they were not seeded before. Default: all. */
  readonly seeded?: readonly StorePart[];
}

/** A part with its own tables: a service, or the sandbox of the wallet network. */
export type StorePart = Pick<Service, 'migrations' | 'seed'> & { readonly name: string };

type SeedTables = { seeds: { service: string; seed: number } };

const ownMigrations: Readonly<Record<string, Migration>> = {
  'store-0001-seeds': {
    async up(database) {
      await database.schema
        .createTable('seeds')
        .addColumn('service', 'varchar(32)', (column) => column.primaryKey())
        .addColumn('seed', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};

/**
 * Opens the database, creates missing tables and seeds the parts that were not seeded.
 *
 * @throws StartError with a message for the operator when the database cannot be used
 */
export async function openStore(parts: readonly StorePart[], options: StoreOptions = {}): Promise<Store> {
  return (await openCheckedStore(parts, options)).store;
}

/** An open database that can be checked. */
export interface CheckedStore {
  readonly store: Store;
  /** The database for the writers of a subject: see `OpenDatabase`. */
  storeOf(subject: string): Store;
  /** Resources shared with other processes; undefined when only this process uses the database. */
  readonly shared: SharedDatabase | undefined;
  /** Rejects with a message for the operator when the database cannot be read or written. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Like `openStore`, but the database can be checked later. @throws StartError likewise */
export async function openCheckedStore(parts: readonly StorePart[], options: StoreOptions = {}): Promise<CheckedStore> {
  const filled = filledLike(parts, options);
  const database = await openDatabase(options.data, filled.held);
  const store = database.store('start');
  try {
    if (filled.held === undefined) await migrate(database, parts, options.data);
    const { clock = systemClock } = options;
    let requested = false;
    const heard = () => {
      requested = true;
      return clock();
    };
    for (const part of options.seeded ?? parts) {
      await seedOnce(database, part, { ...options, clock: heard });
      filled.after(database, requested);
    }
    return {
      store,
      storeOf: database.store,
      shared: database.shared,
      close: database.close,
      async check() {
        try {
          await database.check();
        } catch (error) {
          throw causeOf(error);
        }
      },
    };
  } catch (error) {
    await database.close();
    throw error instanceof Refusal ? new StartError(reason(error)) : error;
  }
}

async function migrate(database: OpenDatabase, parts: readonly StorePart[], data: string | undefined): Promise<void> {
  const migrations = Object.assign(
    {},
    ownMigrations,
    nonceMigrations,
    rateLimitMigrations,
    ...parts.map((part) => part.migrations),
  );
  const migrator = new Migrator({
    db: database.store('start'),
    // A database may have several schemas, each with its own server.
    ...(database.shared === undefined ? {} : { migrationTableSchema: database.shared.schema }),
    provider: { getMigrations: async () => migrations },
    // Services are developed independently, so a new migration may sort before one that has run.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (data === undefined || error instanceof Refusal) throw error;
  throw new StartError(
    `cannot bring ${database.name} up to date (${reason(error)}): it was created by another version, so give --data ${isPostgres(data) ? 'an empty database' : 'another file'}`,
  );
}

/** Seeds in one transaction, so that a database is never partly seeded. */
async function seedOnce(
  database: OpenDatabase,
  part: StorePart,
  options: StoreOptions & { readonly clock: Clock },
): Promise<void> {
  await database
    .store('start')
    .transaction()
    .execute(async (transaction) => {
      const { name } = part;
      const seeds = transaction.$extendTables<SeedTables>();
      const seeded = await seeds.selectFrom('seeds').select('seed').where('service', '=', name).executeTakeFirst();
      if (seeded === undefined) {
        const seed = options.seed ?? DEFAULT_SEED;
        await part.seed(transaction, seededRandom(seed, name), options.clock);
        await seeds.insertInto('seeds').values({ service: name, seed }).execute();
      } else if (options.seed !== undefined && options.seed !== seeded.seed) {
        throw new StartError(
          `${database.name} was filled with seed ${seeded.seed}, not ${options.seed}: omit --seed, or give --data ${freshOf(options.data)}`,
        );
      }
    });
}

/** What to do to get new data, for messages. */
function freshOf(data: string | undefined): string {
  return data !== undefined && isPostgres(data) ? 'an empty database' : 'a new file';
}
