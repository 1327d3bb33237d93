/** Copies of a database of this process alone: for worlds of the sandbox, which are created and removed. */
import { copyFile, rm, stat } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Store } from '../service.ts';
import { sqliteDatabase } from './sqlite/dialect.ts';

/** A copy in use. */
export interface CopiedStore {
  readonly store: Store;
  close(): Promise<void>;
}

/**
 * Copies a database file, and opens the copy.
 *
 * @param from a file that `saveCopy` wrote
 * @param to where the copy is; it is gone with the last use of it
 */
export async function openCopy(from: string, to: string): Promise<CopiedStore> {
  await copyFile(from, to);
  const remove = () => rm(to, { force: true });
  try {
    const { store, close } = await sqliteDatabase(to, 'fleeting');
    // The open file stays usable, and a crash leaves no file.
    if (process.platform !== 'win32') await remove();
    return { store: store('copy'), close: () => close().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Writes what a database holds to a new file, between two transactions.
 *
 * @returns its size in bytes
 */
export async function saveCopy(store: Store, file: string): Promise<number> {
  await rm(file, { force: true });
  await store.connection().execute((connection) => sql`vacuum into ${file}`.execute(connection));
  return (await stat(file)).size;
}
