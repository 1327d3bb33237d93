/**
 * Removes unpaid payment codes: any client can request codes, so they expire, and the number of unpaid ones is limited.
 */
import { randomInt } from 'node:crypto';
import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How long a code can be paid, in milliseconds. */
const WAITS = 24 * 3_600_000;

/** Largest number of unpaid codes of a service. */
const MOST = 100_000;

/** Average number of new codes between two checks of the limit, because counting is expensive. */
const LOOKS_EVERY = 1_000;

export interface Unpaid {
  /** Milliseconds since 1970; null for a paid code, which is kept. */
  readonly unpaid_until: number | null;
}

/** Adds the column `unpaid_until` to a table of codes. */
export function unpaidMigration(table: string): Migration {
  return {
    async up({ schema }) {
      await schema.alterTable(table).addColumn('unpaid_until', 'bigint').execute();
      await schema.createIndex(`${table}_by_end`).on(table).columns(['unpaid_until']).execute();
    },
  };
}

/** Until when a code that is created now can be paid. */
export function unpaidUntil(now: number): number {
  return now + WAITS;
}

/** Whether a code was paid, or can still be paid. */
export function holds(now: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(unpaid_until is null or unpaid_until > ${now})`;
}

/** Deletes expired codes; from time to time also the oldest ones above the limit. */
export async function forgetUnpaid(store: QueryExecutorProvider, table: string, now: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where unpaid_until <= ${now}`.execute(store);
  if (randomInt(LOOKS_EVERY) === 0) await makeRoom(store, table, MOST);
}

/** Deletes the oldest unpaid codes above the limit. @param most the limit; paid codes are kept in any case */
export async function makeRoom(store: QueryExecutorProvider, table: string, most: number): Promise<void> {
  const codes = sql.table(table);
  await sql`delete from ${codes} where unpaid_until < (
    select unpaid_until from ${codes} where unpaid_until is not null order by unpaid_until desc limit 1 offset ${most - 1}
  )`.execute(store);
}
