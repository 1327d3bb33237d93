/** Opens a PostgreSQL database that this process shares with others. */
import { Kysely, sql } from 'kysely';
import { Pool, types } from 'pg';
import type { Store } from '../../service.ts';
import { ForeignDatabase, type OpenDatabase, unavailable } from '../database.ts';
import { TurnsDialect } from './dialect.ts';
import { listening } from './listen.ts';
import { read } from './texts.ts';
import { troubleOf } from './trouble.ts';
import { turnTaking } from './turns.ts';

export { troubleOf };

/** Number of connections of a process, in addition to those for listening and for the queue of turns. */
const CONNECTIONS = 8;

/** Time limits in milliseconds: for a connection, for a statement, and for an idle transaction. */
const LIMITS = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 30_000,
};

/** Object identifiers of types (PostgreSQL, `pg_type`). */
const BIGINT = 20;
const TEXTS: readonly number[] = [25, 1043];

/** Name of the connections in PostgreSQL's views. */
const APPLICATION_NAME = 'wallet-server';

/**
 * @param address such as `postgres://user:password@host:5432/database`
 * @param name its name in messages
 * @throws ForeignDatabase when it has tables of another program, Error when it cannot be reached
 */
export async function postgresDatabase(address: string, name: string): Promise<OpenDatabase> {
  const reported = (error: unknown) => {
    const trouble = troubleOf(error);
    return trouble === undefined ? error : unavailable(`${name} ${trouble}`, error);
  };
  const pool = new Pool({
    connectionString: address,
    max: CONNECTIONS,
    application_name: APPLICATION_NAME,
    keepAlive: true,
    ...LIMITS,
    types: {
      getTypeParser(id: number, format?: 'text' | 'binary') {
        if (id === BIGINT) return Number;
        return TEXTS.includes(id) ? read : types.getTypeParser(id, format);
      },
    },
  });
  // An idle connection failed: the next query gets another one, and reports the problem if it persists.
  pool.on('error', () => undefined);
  // A connection in use failed: its queries reject. The pool only listens for errors of idle connections.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  let schema: string;
  try {
    schema = await ownSchema(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const turns = turnTaking();
  const listener = listening(address, pool);
  const stores = new Map<string, Store>();
  let closed: Promise<unknown> | undefined;
  const close = async () => {
    closed ??= Promise.all([listener.close(), pool.end()]);
    await closed;
  };
  const store = (subject: string) => {
    const known =
      stores.get(subject) ??
      new Kysely({ dialect: new TurnsDialect(pool, { subject, turns, reported: reported, close }) });
    stores.set(subject, known);
    return known;
  };
  return {
    name,
    shared: { connectionString: address, schema, signals: listener.signals },
    store,
    troubleOf,
    async check() {
      await sql`select 1`.execute(store('shared'));
      if (!listener.isListening())
        throw new Error(`${name} sends this process no notifications of other processes: see its log`);
    },
    close,
  };
}

/** @returns the name of the server's schema @throws ForeignDatabase when the schema has only tables of others */
async function ownSchema(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ schema: string | null; ours: boolean; others: boolean }>(`
    select
      current_schema()::text as schema,
      coalesce(bool_or(table_name = 'seeds'), false) as ours,
      coalesce(bool_or(table_name not like 'kysely\\_migration%'), false) as others
    from information_schema.tables where table_schema = current_schema()
  `);
  const [{ schema, ours, others } = { schema: null, ours: false, others: false }] = rows;
  if (schema === null) throw new Error('no schema of its search_path exists: create one, or correct the address');
  if (others && !ours) throw new ForeignDatabase();
  return schema;
}
