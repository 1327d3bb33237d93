/** Opens the database: tables brought up to date, seeded once. */
import { Refusal } from '@wallet-services/runtime/refusal';
import { Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Service, Store } from '../service.ts';
import { StartError } from '../start-error.ts';
import { type Clock, seededRandom, systemClock } from '../values/index.ts';
import { ForeignDatabase, type OpenDatabase, sqliteDatabase } from './dialect.ts';
import { nonceMigrations } from './nonces.ts';
import { troubleOf } from './trouble.ts';

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
  return (await openCheckedStore(parts, options)).store;
}

/** The database, and how it is. */
export interface CheckedStore {
  readonly store: Store;
  /** Rejects, with a sentence for the operator, when the database cannot be read or written. */
  check(): Promise<void>;
}

/** As `openStore`, with a way to see how the database is. @throws StartError as there */
export async function openCheckedStore(parts: readonly StorePart[], options: StoreOptions = {}): Promise<CheckedStore> {
  const { dialect, check } = await open(options.file);
  const store: Store = new Kysely({ dialect });
  try {
    await migrate(store, parts, options.file);
    for (const part of options.seeded ?? parts) await seedOnce(store, part, options);
    return {
      store,
      async check() {
        try {
          await sql`select 1`.execute(store);
          await check();
        } catch (error) {
          throw causeOf(error);
        }
      },
    };
  } catch (error) {
    await store.destroy();
    throw error instanceof Refusal ? new StartError(reason(error)) : error;
  }
}

async function open(file: string | undefined): Promise<OpenDatabase> {
  try {
    return await sqliteDatabase(file);
  } catch (error) {
    if (error instanceof ForeignDatabase) {
      throw new StartError(
        `the data file ${file} is a database of another program, and was left as it is: give --data a database of this server, or a new file`,
      );
    }
    throw new StartError(
      `cannot use the data file ${file}: it ${troubleOf(error) ?? `cannot be opened (${reason(error)})`}`,
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
  if (file === undefined || error instanceof Refusal) throw error;
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

/** What stands behind what clients are told. */
function causeOf(error: unknown): unknown {
  return error instanceof Refusal && error.cause !== undefined ? error.cause : error;
}

function reason(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof Error ? cause.message : String(cause);
}
