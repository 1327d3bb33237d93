/**
 * Configures Kysely's PostgreSQL dialect so that it accepts the same migrations and queries as SQLite: texts are
 * ordered by code point, integers have 64 bits and are read as numbers, and writers of one subject take turns.
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

/** Distinguishes the server's advisory locks from those of other programs. */
const LOCKS = 0x77737673;

/** A connection of the pool, with the type of Kysely's driver. */
type Taken = Parameters<PostgresDriver['releaseConnection']>[0];

/** How writers take turns. */
interface Writing {
  /** Name of the subject; contains only letters. */
  readonly subject: string;
  /** Turns within this process; between processes an advisory lock serves the same purpose. */
  readonly turns: Turns;
  /** Converts an error of the database into one with a remedy. */
  readonly reported: (error: unknown) => unknown;
  /** Closes the database, for all subjects. */
  readonly close: () => Promise<void>;
}

/** @example new Kysely({ dialect: new TurnsDialect(pool, { subject: 'comment', turns, reported }) }) */
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

/** Translates the data types of the migrations to those of PostgreSQL. */
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

  /** Acquires a connection of the pool at the first query, so that a waiting writer does not occupy one. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    return new LateConnection(() => whenFree(() => super.acquireConnection()), this.#writing.reported);
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#leave.get(connection)?.();
    const taken = await takenOf(connection);
    if (taken !== undefined) await super.releaseConnection(taken);
  }

  /** Takes the lock before the first query, so that the transaction sees what the previous one has written. */
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
    // A broken connection has rolled back already, and is discarded; its error must not hide the original one.
    if (taken !== undefined) await super.rollbackTransaction(taken).catch(() => undefined);
  }
}

async function takenOf(connection: DatabaseConnection): Promise<Taken | undefined> {
  return connection instanceof LateConnection ? ((await connection.taken()) as Taken | undefined) : undefined;
}

class LateConnection implements DatabaseConnection {
  readonly #take: () => Promise<DatabaseConnection>;
  readonly #reported: (error: unknown) => unknown;
  #taken: Promise<DatabaseConnection> | undefined;

  constructor(take: () => Promise<DatabaseConnection>, reported: (error: unknown) => unknown) {
    this.#take = take;
    this.#reported = reported;
  }

  /** The acquired connection; undefined when there is none. */
  async taken(): Promise<DatabaseConnection | undefined> {
    return this.#taken?.catch(() => undefined);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      this.#taken ??= this.#take();
      const parameters = query.parameters.map((value) => (typeof value === 'string' ? written(value) : value));
      return await (await this.#taken).executeQuery<Row>({ ...query, parameters });
    } catch (error) {
      throw this.#reported(error);
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}
