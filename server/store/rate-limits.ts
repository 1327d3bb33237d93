/** Counts the requests of an address per minute, for all processes on one database. */
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Store } from '../service.ts';
import type { Clock, RateLimiter } from '../values/index.ts';

/** `ends`: end of the address's minute, in milliseconds since 1970. */
type RateTables = { rate_limits: { address: string; taken: number; ends: number } };

const MINUTE = 60_000;

export const rateLimitMigrations: Readonly<Record<string, Migration>> = {
  'store-0003-rate-limits': {
    async up({ schema }) {
      await schema
        .createTable('rate_limits')
        .addColumn('address', 'text', (column) => column.primaryKey())
        .addColumn('taken', 'bigint', (column) => column.notNull())
        .addColumn('ends', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};

/** The minute of an address begins with its first request to any process. */
export function sharedRateLimiter(perMinute: number, store: Store, clock: Clock): RateLimiter {
  const tables = store.$extendTables<RateTables>();
  let swept = clock();
  return {
    async take(address) {
      const now = clock();
      if (now - swept > MINUTE) {
        swept = now;
        await tables.deleteFrom('rate_limits').where('ends', '<=', now).execute();
      }
      const isOver = sql<boolean>`rate_limits.ends <= ${now}`;
      const { taken, ends } = await tables
        .insertInto('rate_limits')
        .values({ address, taken: 1, ends: now + MINUTE })
        .onConflict((conflict) =>
          conflict.column('address').doUpdateSet({
            taken: sql<number>`case when ${isOver} then 1 else rate_limits.taken + 1 end`,
            ends: sql<number>`case when ${isOver} then excluded.ends else rate_limits.ends end`,
          }),
        )
        .returning(['taken', 'ends'])
        .executeTakeFirstOrThrow();
      return taken > perMinute ? Math.max(1, Math.ceil((ends - now) / 1000)) : undefined;
    },
  };
}
