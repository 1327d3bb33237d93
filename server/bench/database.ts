/** The PostgreSQL of a bench. */
import { startPostgres } from '../testing/postgres.ts';

/**
 * The named database, or that of DATABASE_URL; else a temporary one from the programs of this machine, which ends with
 * the benchmark and does not wait for the disk.
 *
 * @throws Error when there is none, with the package to install
 */
export async function openDatabase(
  named = process.env.DATABASE_URL,
): Promise<{ readonly data: string; readonly stop: () => Promise<void> }> {
  if (named !== undefined && named !== '') return { data: named, stop: async () => undefined };
  const postgres = await startPostgres(process.env);
  return { data: await postgres.create(), stop: () => postgres.stop() };
}
