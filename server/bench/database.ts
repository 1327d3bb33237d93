/** The PostgreSQL of a bench. */
import { startPostgres } from '../testing/postgres.ts';

/**
 * The one that is named, or that DATABASE_URL names; else one of its own, of the programs of this machine, which ends
 * with the bench and waits for no disk.
 *
 * @throws Error when there is none, with what to install
 */
export async function openDatabase(
  named = process.env.DATABASE_URL,
): Promise<{ readonly data: string; readonly stop: () => Promise<void> }> {
  if (named !== undefined && named !== '') return { data: named, stop: async () => undefined };
  const postgres = await startPostgres(process.env);
  return { data: await postgres.create(), stop: () => postgres.stop() };
}
