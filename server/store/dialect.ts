/**
 * SQLite as Node brings it, behind Kysely's SQLite dialect. With `full-text.ts` the only file of the server that
 * knows SQLite.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SqliteDialect } from 'kysely';

/** As many prepared statements are kept; queries with a varying number of parameters would fill the memory. */
const KEPT_STATEMENTS = 200;

/**
 * What was acknowledged is on the disk: the log is synchronised at each commit. Another process that holds the
 * file is waited for two seconds.
 */
const DURABLE = `
  PRAGMA busy_timeout = 2000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
`;

type KyselyDatabase = Exclude<ConstructorParameters<typeof SqliteDialect>[0]['database'], (...none: never) => unknown>;
type KyselyStatement = ReturnType<KyselyDatabase['prepare']>;

/**
 * Opens a database file, or a database in memory.
 *
 * @throws Error when the file cannot be opened or is not a database
 */
export function sqliteDialect(file: string | undefined): SqliteDialect {
  const database = new DatabaseSync(file ?? ':memory:');
  try {
    database.exec(DURABLE);
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = new Map<string, KyselyStatement>();
  return new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare(sql) {
        const kept = statements.get(sql);
        if (kept !== undefined) return kept;
        const prepared = statementFor(database.prepare(sql));
        if (statements.size >= KEPT_STATEMENTS) statements.clear();
        statements.set(sql, prepared);
        return prepared;
      },
    },
  });
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
