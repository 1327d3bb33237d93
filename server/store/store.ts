/** Opens the database: tables brought up to date, seeded once. */
import { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Service, Store } from '../service.ts';
import { StartError } from '../start-error.ts';
import { type Clock, seededRandom, systemClock } from '../values/index.ts';
import { sqliteDialect } from './dialect.ts';
import { nonceMigrations } from './nonces.ts';

export interface StoreOptions {
  /** Database file; in memory without one. */
  readonly file?: string | undefined;
  /** Which data an empty database is filled with. Without one, what a file holds is taken as it is. */
  readonly seed?: number | undefined;
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
  /** The parts that are filled, if they were not before. Default: all. */
  readonly seeded?: readonly StorePart[];
}

/** What brings tables of its own: a service, or the sandbox of the wallet network. */
export type StorePart = Pick<Service, 'migrations' | 'seed'> & { readonly name: string };

/** The seed when none is chosen. */
export const DEFAULT_SEED = 1;

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
 * Opens the database, creates what is missing and seeds the parts that were not seeded.
 *
 * @throws StartError in words for the user, when the file cannot be used
 */
export async function openStore(parts: readonly StorePart[], options: StoreOptions = {}): Promise<Store> {
  const store: Store = new Kysely({ dialect: open(options.file) });
  try {
    await migrate(store, parts, options.file);
    for (const part of options.seeded ?? parts) await seedOnce(store, part, options);
    return store;
  } catch (error) {
    await store.destroy();
    throw error;
  }
}

function open(file: string | undefined) {
  try {
    return sqliteDialect(file);
  } catch (error) {
    throw new StartError(
      `cannot use the data file ${file} (${reason(error)}): give --data a database of this server, or a new file in a directory that exists and can be written`,
    );
  }
}

async function migrate(store: Store, parts: readonly StorePart[], file: string | undefined): Promise<void> {
  const migrations = Object.assign({}, ownMigrations, nonceMigrations, ...parts.map((part) => part.migrations));
  const migrator = new Migrator({
    db: store,
    provider: { getMigrations: async () => migrations },
    // Services grow side by side, so a new step may sort before one that has run.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (file === undefined) throw error;
  throw new StartError(
    `cannot bring the data file ${file} up to date (${reason(error)}): it was made by another version, so give --data another file`,
  );
}

/** One transaction: a database is never half seeded. */
async function seedOnce(store: Store, part: StorePart, options: StoreOptions): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    const { name } = part;
    const seeds = transaction.$extendTables<SeedTables>();
    const seeded = await seeds.selectFrom('seeds').select('seed').where('service', '=', name).executeTakeFirst();
    if (seeded === undefined) {
      const seed = options.seed ?? DEFAULT_SEED;
      await part.seed(transaction, seededRandom(seed, name), options.clock ?? systemClock);
      await seeds.insertInto('seeds').values({ service: name, seed }).execute();
    } else if (options.seed !== undefined && options.seed !== seeded.seed) {
      throw new StartError(
        `the data file ${options.file} was filled with seed ${seeded.seed}, not ${options.seed}: leave out --seed, or give --data a new file`,
      );
    }
  });
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
