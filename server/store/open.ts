/** Opens the database that `--data` names. */
import { Refusal } from '@wallet-services/runtime/refusal';
import { StartError } from '../start-error.ts';
import { ForeignDatabase, type OpenDatabase } from './database.ts';
import { isPostgres, shownPlace } from './place.ts';
import { sqliteDatabase } from './sqlite/dialect.ts';
import { troubleOf as fileTroubleOf } from './sqlite/trouble.ts';

/**
 * @param data address of a PostgreSQL, or path of a file; undefined for a database in memory
 * @param held initial content of a database in memory
 * @throws StartError with a message for the operator
 */
export async function openDatabase(data: string | undefined, held?: Uint8Array): Promise<OpenDatabase> {
  if (data === undefined || !isPostgres(data)) {
    return reported(() => sqliteDatabase(data, 'durable', held), {
      name: `the data file ${data}`,
      remedy: 'give --data a database of this server, or a new file',
      troubleOf: fileTroubleOf,
    });
  }
  // Loaded only for PostgreSQL, so that other servers start faster.
  const { postgresDatabase, troubleOf } = await import('./postgres/database.ts');
  const name = `the database ${shownPlace(data)}`;
  return reported(() => postgresDatabase(data, name), {
    name,
    remedy: 'give --data an empty database, or a separate schema with ?options=-csearch_path%3Dwallet',
    troubleOf,
  });
}

interface Words {
  readonly name: string;
  /** What to do when the database belongs to another program. */
  readonly remedy: string;
  readonly troubleOf: OpenDatabase['troubleOf'];
}

async function reported(open: () => Promise<OpenDatabase>, { name, remedy, troubleOf }: Words): Promise<OpenDatabase> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ForeignDatabase) {
      throw new StartError(`${name} belongs to another program and was not changed: ${remedy}`);
    }
    throw new StartError(`cannot use ${name}: it ${troubleOf(error) ?? `cannot be opened (${reason(error)})`}`);
  }
}

/** The internal cause of an error whose message is for clients. */
export function causeOf(error: unknown): unknown {
  return error instanceof Refusal && error.cause !== undefined ? error.cause : error;
}

export function reason(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof Error ? cause.message : String(cause);
}
