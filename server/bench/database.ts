/** Opens the PostgreSQL database of a benchmark. */
import { startPostgres } from '../testing/postgres.ts';

/**
 * Opens the given database, or that of DATABASE_URL; otherwise starts a temporary one from the installed programs. It
 * ends with the benchmark and does not wait for the disk.
 *
 * @throws Error naming the package to install when there is no PostgreSQL
 */
export async function openDatabase(
  named = process.env.DATABASE_URL,
): Promise<{ readonly data: string; readonly stop: () => Promise<void> }> {
  if (named !== undefined && named !== '') return { data: named, stop: async () => undefined };
  const postgres = await startPostgres(process.env);
  return { data: await postgres.create(), stop: () => postgres.stop() };
}
