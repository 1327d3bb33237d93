/** Payment codes: any client may request one. Unpaid ones expire, and the oldest make room for the newest. */
import { randomInt } from 'node:crypto';
import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How long a code waits to be paid, in milliseconds. */
const WAITS = 24 * 3_600_000;

/** Most codes of a service that wait at a time. */
const MOST = 100_000;

/** How many codes are made, on the average, until it is seen to that there is room: counting them is not for nothing. */
const LOOKS_EVERY = 1_000;

export interface Unpaid {
  /** Milliseconds since 1970; null when the code was paid, and stays. */
  readonly unpaid_until: number | null;
}

/** Adds what this needs to a table of codes. */
export function unpaidMigration(table: string): Migration {
  return {
    async up({ schema }) {
      await schema.alterTable(table).addColumn('unpaid_until', 'bigint').execute();
      await schema.createIndex(`${table}_by_end`).on(table).columns(['unpaid_until']).execute();
    },
  };
}

/** Until when a code waits that is made now. */
export function unpaidUntil(now: number): number {
  return now + WAITS;
}

/** Whether a code was paid, or still waits. */
export function holds(now: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(unpaid_until is null or unpaid_until > ${now})`;
}

/** Forgets the codes that have ended; now and then also the oldest, when there are too many. */
export async function forgetUnpaid(store: QueryExecutorProvider, table: string, now: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where unpaid_until <= ${now}`.execute(store);
  if (randomInt(LOOKS_EVERY) === 0) await makeRoom(store, table, MOST);
}

/** Deletes the oldest unpaid codes. @param most the number of codes that stay, at least */
export async function makeRoom(store: QueryExecutorProvider, table: string, most: number): Promise<void> {
  const codes = sql.table(table);
  await sql`delete from ${codes} where unpaid_until < (
    select unpaid_until from ${codes} where unpaid_until is not null order by unpaid_until desc limit 1 offset ${most - 1}
  )`.execute(store);
}
