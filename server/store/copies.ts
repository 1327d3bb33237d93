/** Private copies of a database, for worlds of the sandbox, which are created and removed. */
import { copyFile, rm, stat } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Store } from '../service.ts';
import { sqliteDatabase } from './sqlite/dialect.ts';

/** An open copy. */
export interface CopiedStore {
  readonly store: Store;
  close(): Promise<void>;
}

/**
 * Copies a database file, and opens the copy.
 *
 * @param from a file that `saveCopy` wrote
 * @param to path of the copy; the file is deleted when it is no longer used
 */
export async function openCopy(from: string, to: string): Promise<CopiedStore> {
  await copyFile(from, to);
  const remove = () => rm(to, { force: true });
  try {
    const { store, close } = await sqliteDatabase(to, 'fleeting');
    // An open file remains usable after its removal, and a crash leaves no file behind.
    if (process.platform !== 'win32') await remove();
    return { store: store('copy'), close: () => close().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Writes the content of a database to a new file, between two transactions.
 *
 * @returns its size in bytes
 */
export async function saveCopy(store: Store, file: string): Promise<number> {
  await rm(file, { force: true });
  await store.connection().execute((connection) => sql`vacuum into ${file}`.execute(connection));
  return (await stat(file)).size;
}
