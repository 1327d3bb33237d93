/** Connects Node.js's SQLite to Kysely's SQLite dialect. Only the files of this folder depend on SQLite. */
import { accessSync, constants, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely';
import type { Store } from '../../service.ts';
import { ForeignDatabase, type OpenDatabase, unavailable } from '../database.ts';
import { fileTrouble, isBusy, troubleOf } from './trouble.ts';

/** Number of cached prepared statements; without a limit, queries with varying parameters would fill the memory. */
const KEPT_STATEMENTS = 200;

/** Longest wait for another process that holds the file, and interval between attempts, in milliseconds. */
const PATIENCE = 10_000;
const ASK_AGAIN = 10;

/** Part of the header of the server's files (`file` shows it): distinguishes them from those of other programs. */
const APPLICATION_ID = 0x77737673;

/** SQLite blocks the process while it waits, so this wait is short; longer waits are done outside of SQLite. */
const WAITING = 'PRAGMA busy_timeout = 20';

/** Settings for a data file: the log is synchronized at each commit, so acknowledged writes are on the disk. */
const DURABLE = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
`;

/** Settings without a data file: 8 MiB in memory, at most 1 GiB on disk (pages of 4 KiB); a crash loses everything. */
const BOUNDED = `
  PRAGMA journal_mode = MEMORY;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -8192;
  PRAGMA max_page_count = 262144;
`;

/** Settings for a temporary copy: it uses little memory, and a crash loses it. */
const FLEETING = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = MEMORY;
  PRAGMA synchronous = OFF;
  PRAGMA foreign_keys = ON;
  PRAGMA cache_size = -512;
  PRAGMA max_page_count = 16384;
`;

/** The folders where SQLite puts temporary files (SQLite, Temporary Files Used By SQLite). */
const TEMPORARY = ['SQLITE_TMPDIR', 'TMPDIR'].map((name) => process.env[name]).concat('/var/tmp', '/usr/tmp', '/tmp');

/** A folder for temporary files; undefined when none is writable, and on Windows, which has a default. */
function temporaryFolder(): string | undefined {
  const isWritable = (folder: string | undefined): folder is string => {
    try {
      accessSync(folder ?? '', constants.W_OK);
      return true;
    } catch {
      return false;
    }
  };
  return process.platform === 'win32' ? 'the temporary folder' : TEMPORARY.find(isWritable);
}

/** Where a database is, and its name in messages. */
interface Place {
  /** Path for SQLite. The empty path is a temporary database that ends with its connection, partly held in memory. */
  readonly path: string;
  readonly name: string;
}

function placeOf(file: string | undefined): Place {
  if (file !== undefined) return { path: file, name: `the data file ${file}` };
  const folder = temporaryFolder();
  return folder === undefined
    ? { path: ':memory:', name: 'the database, which is in memory,' }
    : { path: '', name: `the temporary database in ${folder}` };
}

type Config = ConstructorParameters<typeof SqliteDialect>[0];
type KyselyDatabase = Exclude<Config['database'], (...none: never) => unknown>;
type KyselyStatement = ReturnType<KyselyDatabase['prepare']>;

/**
 * Opens a database file, or a database in memory.
 *
 * @param lasting `fleeting` for a temporary copy of at most 64 MiB, which ends with its connection
 * @param held initial content of a database in memory, from `bytes`
 * @throws ForeignDatabase when it belongs to another program, Error when it cannot be opened or is not a database
 */
export async function sqliteDatabase(
  file: string | undefined,
  lasting: 'durable' | 'fleeting' = 'durable',
  held?: Uint8Array,
): Promise<OpenDatabase> {
  const { path, name } = placeOf(file);
  const database = new DatabaseSync(path);
  try {
    if (held !== undefined) database.deserialize(held);
    await patiently(() => database.exec(WAITING));
    await patiently(() => claim(database));
    await patiently(() => database.exec(lasting === 'fleeting' ? FLEETING : DURABLE));
    if (file === undefined) database.exec(BOUNDED);
  } catch (error) {
    database.close();
    throw error;
  }
  const mostBytes = file === undefined ? '1 GiB' : lasting === 'fleeting' ? '64 MiB' : undefined;
  const isInPlace = lasting === 'durable' && file !== undefined ? placeKeeper(file) : () => true;
  const state: State = { database, name, mostBytes, isInPlace, trouble: false };
  const store: Store = new Kysely({ dialect: new PatientDialect({ database: statementsOf(database) }, state) });
  return {
    name,
    // A file has one writer at a time, whatever the subject.
    store: () => store,
    troubleOf,
    ...(file === undefined ? { bytes: () => database.serialize() } : {}),
    close: () => store.destroy(),
    async check() {
      await sql`select 1`.execute(store);
      mustBeInPlace(state);
      if (file !== undefined) await mustHaveRoom(file, name);
      if (!state.trouble) return;
      // Kysely's connection is exclusive, so no transaction is open now.
      await store.connection().execute(() => run(state, () => tryToWrite(database)));
      // Only this write shows that the disk has room: other small writes may succeed while larger ones fail.
      state.trouble = false;
    },
  };
}

/** Required free space in bytes: with less, small writes may succeed while others fail. */
const LEAST_ROOM = 2 ** 20;

/** Writes that many bytes, rolls back, and writes a little. @throws Error of SQLite when a write fails */
function tryToWrite(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(`CREATE TABLE room (bytes BLOB); INSERT INTO room VALUES (zeroblob(${LEAST_ROOM}))`);
  } finally {
    // SQLite itself rolls back when the disk is full.
    if (database.isTransaction) database.exec('ROLLBACK');
  }
  // The smallest possible write.
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
}

/** @throws Error when the disk is almost full */
async function mustHaveRoom(file: string, name: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(file));
  if (bavail * bsize < LEAST_ROOM) throw new Error(`${name} has less than 1 MiB of disk left: free some space there`);
}

/** Marks a new file, or an unmarked file of an earlier version. @throws ForeignDatabase for any other file */
function claim(database: DatabaseSync): void {
  const value = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];
  if (value('PRAGMA application_id') === APPLICATION_ID) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    const isEmpty = value('SELECT count(*) FROM sqlite_schema') === 0;
    const isOurs = value("SELECT count(*) FROM sqlite_schema WHERE name IN ('kysely_migration', 'seeds')") === 2;
    if (value('PRAGMA application_id') !== APPLICATION_ID) {
      if (value('PRAGMA application_id') !== 0 || !(isEmpty || isOurs)) throw new ForeignDatabase();
      database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

interface State {
  readonly database: DatabaseSync;
  /** Its name in messages. */
  readonly name: string;
  /** Its largest size, when it is limited. */
  readonly mostBytes: string | undefined;
  /** Whether the opened file is still at its path. */
  readonly isInPlace: () => boolean;
  /** Whether a write failed because of the file, and no check has succeeded since. */
  trouble: boolean;
}

/** @returns a function that checks whether the file at a path is still the same: writes to a removed one are lost */
function placeKeeper(file: string): () => boolean {
  const identity = () => {
    const { dev, ino } = statSync(file, { bigint: true, throwIfNoEntry: false }) ?? {};
    return `${dev}:${ino}`;
  };
  const opened = identity();
  return () => identity() === opened;
}

/** @throws Refusal 503 when the file was removed, moved or replaced */
function mustBeInPlace({ isInPlace, name }: State): void {
  if (isInPlace()) return;
  const trouble = `${name} was removed or replaced while it was open: put it back, or start the server again`;
  throw unavailable(trouble, undefined);
}

/** Repeats an action as long as another process holds the file, up to the time limit. */
async function patiently<Result>(act: () => Result | Promise<Result>): Promise<Result> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await wait(ASK_AGAIN * (0.5 + Math.random()));
    }
  }
}

/** Runs an action on the file. @throws Refusal 503 when the file cannot be used, with the reason as its cause */
async function run<Result>(state: State, act: () => Result | Promise<Result>): Promise<Result> {
  try {
    // Within a transaction the process holds the file already.
    return await (state.database.isTransaction ? act() : patiently(act));
  } catch (error) {
    const trouble = fileTrouble(error, state);
    if (trouble === undefined) throw error;
    state.trouble = true;
    throw unavailable(trouble, error);
  }
}

/** Kysely's dialect for a file that other processes may use. */
class PatientDialect extends SqliteDialect {
  readonly #config: Config;
  readonly #state: State;

  constructor(config: Config, state: State) {
    super(config);
    this.#config = config;
    this.#state = state;
  }

  override createDriver(): SqliteDriver {
    return new PatientDriver(this.#config, this.#state);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
}

/** Runs the migrations in one transaction, so that two processes that start together run them once. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class PatientDriver extends SqliteDriver {
  readonly #state: State;

  constructor(config: Config, state: State) {
    super(config);
    this.#state = state;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PatientConnection(await super.acquireConnection(), this.#state);
  }

  /** Locks at the start: SQLite does not wait for a transaction that reads first and then writes. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    mustBeInPlace(this.#state);
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite ends a transaction itself when the disk is full; the failing rollback must not hide the error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#state.database.isTransaction) await super.rollbackTransaction(connection);
  }
}

class PatientConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #state: State;

  constructor(inner: DatabaseConnection, state: State) {
    this.#inner = inner;
    this.#state = state;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return await run(this.#state, () => this.#inner.executeQuery<Row>(query));
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#inner.streamQuery(query, chunkSize);
  }
}

function statementsOf(database: DatabaseSync): KyselyDatabase {
  const statements = new Map<string, KyselyStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const kept = statements.get(sql);
      if (kept !== undefined) return kept;
      const prepared = statementFor(database.prepare(sql));
      if (statements.size >= KEPT_STATEMENTS) statements.clear();
      statements.set(sql, prepared);
      return prepared;
    },
  };
}

function statementFor(statement: StatementSync): KyselyStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

function values(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map(value);
}

function value(parameter: unknown): SQLInputValue {
  switch (typeof parameter) {
    case 'string':
    case 'number':
    case 'bigint':
      return parameter;
    case 'undefined':
      return null;
    case 'boolean':
      return parameter ? 1 : 0;
    default:
      if (parameter === null || parameter instanceof Uint8Array) return parameter;
      throw new TypeError('a query parameter is neither text, number, truth value, bytes nor null');
  }
}
