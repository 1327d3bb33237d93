/**
 * PostgreSQL behind Kysely's own dialect, with settings that make it accept the same migrations and queries as SQLite:
 * texts are ordered by code point, integers have 64 bits and are read as numbers, and writers of one subject take
 * turns.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Pool } from 'pg';
import { whenFree } from './free.ts';
import { written } from './texts.ts';
import type { Turns } from './turns.ts';

/** Distinguishes our advisory locks from those of other programs. */
const LOCKS = 0x77737673;

/** A connection of the pool, as Kysely's driver knows it. */
type Taken = Parameters<PostgresDriver['releaseConnection']>[0];

/** How writers take turns. */
interface Writing {
  /** Letters alone. */
  readonly subject: string;
  /** Of this process; between processes it is a lock of the database. */
  readonly turns: Turns;
  /** Converts an error of the database into one with a remedy. */
  readonly reported: (error: unknown) => unknown;
  /** Closes the database, for all subjects. */
  readonly close: () => Promise<void>;
}

/** @example new Kysely({ dialect: new TurnsDialect(pool, { subject: 'comment', turns, told }) }) */
export class TurnsDialect extends PostgresDialect {
  readonly #pool: Pool;
  readonly #writing: Writing;

  constructor(pool: Pool, writing: Writing) {
    super({ pool });
    this.#pool = pool;
    this.#writing = writing;
  }

  override createDriver(): PostgresDriver {
    return new TurnsDriver(this.#pool, this.#writing);
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new PortableCompiler();
  }
}

/** The data types of the migrations, as they are meant. */
class PortableCompiler extends PostgresQueryCompiler {
  protected override visitDataType({ dataType }: DataTypeNode): void {
    if (dataType === 'integer') this.append('bigint');
    else if (dataType === 'text' || dataType.startsWith('varchar')) this.append('text collate "C"');
    else this.append(dataType);
  }
}

class TurnsDriver extends PostgresDriver {
  readonly #writing: Writing;
  readonly #leave = new WeakMap<DatabaseConnection, () => void>();

  constructor(pool: Pool, writing: Writing) {
    super({ pool });
    this.#writing = writing;
  }

  /** A connection of the pool is acquired with the first query: a waiting writer needs none yet. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    return new LateConnection(() => whenFree(() => super.acquireConnection()), this.#writing.reported);
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#leave.get(connection)?.();
    const taken = await takenOf(connection);
    if (taken !== undefined) await super.releaseConnection(taken);
  }

  /** The lock comes before the first query of the transaction, which so sees what the one before it has written. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') return super.beginTransaction(connection, settings);
    const { subject, turns } = this.#writing;
    this.#leave.set(connection, await turns.enter(subject));
    await connection.executeQuery(
      CompiledQuery.raw(`begin; select pg_advisory_xact_lock(${LOCKS}, hashtext(current_schema() || ' ${subject}'))`),
    );
  }

  override async destroy(): Promise<void> {
    await this.#writing.close();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const taken = await takenOf(connection);
    // A broken connection has rolled back already, and is discarded; the original error must not be hidden.
    if (taken !== undefined) await super.rollbackTransaction(taken).catch(() => undefined);
  }
}

async function takenOf(connection: DatabaseConnection): Promise<Taken | undefined> {
  return connection instanceof LateConnection ? ((await connection.taken()) as Taken | undefined) : undefined;
}

class LateConnection implements DatabaseConnection {
  readonly #take: () => Promise<DatabaseConnection>;
  readonly #told: (error: unknown) => unknown;
  #taken: Promise<DatabaseConnection> | undefined;

  constructor(take: () => Promise<DatabaseConnection>, reported: (error: unknown) => unknown) {
    this.#take = take;
    this.#told = reported;
  }

  /** The acquired connection; undefined when none was, or could be. */
  async taken(): Promise<DatabaseConnection | undefined> {
    return this.#taken?.catch(() => undefined);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      this.#taken ??= this.#take();
      const parameters = query.parameters.map((value) => (typeof value === 'string' ? written(value) : value));
      return await (await this.#taken).executeQuery<Row>({ ...query, parameters });
    } catch (error) {
      throw this.#told(error);
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}
