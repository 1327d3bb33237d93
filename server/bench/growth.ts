/**
 * How much longer lists, deep pages and searches take with 1,000,000 rows than with 10,000: `node
 * server/bench/growth.ts [--postgres] [--data postgres://...] [--few 10000] [--many 1000000]`. A named PostgreSQL is
 * filled and not cleaned up: give it an empty database; `--postgres` alone starts a temporary one. Without either, a
 * file in a temporary folder is filled and removed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import { assistant } from '../assistant/index.ts';
import { searchRecords } from '../assistant/operations/records.ts';
import type { AssistantTables } from '../assistant/store/tables.ts';
import { comment } from '../comment/index.ts';
import { listComments } from '../comment/operations/comments.ts';
import type { CommentTables } from '../comment/store/tables.ts';
import { lending } from '../lending/index.ts';
import { listTransactions } from '../lending/operations/transactions.ts';
import type { LendingTables } from '../lending/store/tables.ts';
import type { Store } from '../service.ts';
import { openStore } from '../store/index.ts';
import { openDatabase } from './database.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    few: { type: 'string', default: '10000' },
    many: { type: 'string', default: '1000000' },
  },
});

/** The site and the application that get the rows; each size uses another slug. */
const SITE = 17;
const APP = 3;
const ROUNDS = 60;

/** The numbers `from` to `to`, as a table `series` with a column `n`. */
function series(from: number, to: number): RawBuilder<unknown> {
  return sql`with recursive series (n) as (select ${sql.lit(from)} union all select n + 1 from series where n < ${sql.lit(to)})`;
}

/** Rows in a statement: the server ends statements that take too long. */
const AT_ONCE = 50_000;

async function fill(store: Store, from: number, to: number): Promise<void> {
  for (let next = from; next <= to; next += AT_ONCE) await fillSome(store, next, Math.min(to, next + AT_ONCE - 1));
  if (store.getExecutor().adapter instanceof SqliteAdapter) return;
  // PostgreSQL would do this by itself after some minutes.
  for (const table of ['comment_comments', 'lending_transactions', `assistant_search_${APP}`]) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(store);
  }
}

async function fillSome(store: Store, from: number, to: number): Promise<void> {
  const isSqlite = store.getExecutor().adapter instanceof SqliteAdapter;
  const rows = series(from, to);
  // `created_at` as text that grows with n: 2022-01-01 and so on.
  const time = isSqlite
    ? sql`strftime('%Y-%m-%dT%H:%M:%SZ', 1640995200 + n, 'unixepoch')`
    : sql`to_char(to_timestamp(1640995200 + n) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  const text = (value: RawBuilder<unknown>) => sql`cast(${value} as text)`;
  const run = async (statement: RawBuilder<unknown>) => {
    await statement.execute(store);
  };
  const [user] = (await sql<{ id: number }>`select min(id) as id from comment_users`.execute(store)).rows;
  await run(sql`insert into comment_comments (id, user_id, site_id, slug, site_position, page_position, favor_count,
      reply_count, reward_count, storage_tx_hash, content, created_at, updated_at)
    ${rows} select 1000000 + n, ${sql.lit(user?.id ?? 1)}, ${sql.lit(SITE)}, 'growth', 1000000 + n, n, n % 100, 0, 0, '',
      'comment ' || ${text(sql`n`)}, ${time}, ${time} from series`);
  await run(sql`delete from comment_pages where slug = 'growth'`);
  await run(sql`insert into comment_pages (site_id, slug, comment_count) values (${SITE}, 'growth', ${to})`);
  await run(sql`insert into lending_transactions (id, action, trace_id, user_id, follow_id, asset_id, amount, data,
      created_at, created_key, updated_at)
    ${rows} select 1000000 + n, 1, 'trace', 'user', 'follow', 'asset', '1', '{}', ${time}, ${time}, ${time} from series`);
  const words = sql`'asset market ' || (case when n % 2 = 0 then 'open' else 'closed' end) || ' n' || ${text(sql`n`)}`;
  await run(sql`insert into assistant_records (id, app_id, object_id, record, created_at)
    ${rows} select 1000000 + n, ${sql.lit(APP)}, 'growth-' || ${text(sql`n`)},
      '{"object_id":"growth","category":"plain-text","data":""}', 0 from series`);
  const index = sql.table(`assistant_search_${APP}`);
  await run(
    isSqlite
      ? sql`insert into ${index} (rowid, words) ${rows} select 1000000 + n, ${words} from series`
      : sql`insert into ${index} (id, words) ${rows} select 1000000 + n, to_tsvector('wallet_words', ${words}) from series`,
  );
}

type Reading = readonly [name: string, read: () => Promise<unknown>];

function readings(store: Store, size: number): readonly Reading[] {
  const comments = store.$extendTables<CommentTables>();
  const records = store.$extendTables<AssistantTables>();
  const transactions = store.$extendTables<LendingTables>();
  const page = { header: {}, query: { id: SITE, slug: 'growth' } };
  const offset = Math.floor(size / 2);
  const search = (keywords: string) => () => searchRecords({ store: records }, APP, keywords, 16);
  const lendingContext = { store: transactions } as Parameters<typeof listTransactions>[0];
  const middle = new Date((1_640_995_200 + offset) * 1000).toISOString();
  return [
    ['comments, newest', () => listComments({ store: comments }, page, {})],
    ['comments, in the middle', () => listComments({ store: comments }, page, { offset })],
    ['comments, the oldest', () => listComments({ store: comments }, page, { offset: size - 20 })],
    ['comments, most favored', () => listComments({ store: comments }, page, { order: 'favor_count' })],
    ['transactions, first page', () => listTransactions(lendingContext, { limit: '100' })],
    ['transactions, in the middle', () => listTransactions(lendingContext, { limit: '100', offset: middle })],
    ['search, a rare word', search(`n${offset}`)],
    ['search, common words', search('asset market open')],
    ['search, both', search(`market n${offset} open n17`)],
    ['search, no hit', search('zebra')],
  ];
}

/** The shortest of several times, in milliseconds: other work of the machine makes the rest longer. */
async function timed(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await read();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

const folder = await mkdtemp(join(tmpdir(), 'growth-'));
const file = { data: values.data ?? join(folder, 'growth.db'), stop: async () => undefined };
const { data, stop } = values.postgres ? await openDatabase(values.data) : file;
const store = await openStore([comment, lending, assistant], { data });
try {
  const sizes = [Number(values.few), Number(values.many)];
  const columns: number[][] = [];
  let filled = 0;
  for (const size of sizes) {
    await fill(store, filled + 1, size);
    filled = size;
    const column: number[] = [];
    for (const [, read] of readings(store, size)) column.push(await timed(read));
    columns.push(column);
  }
  process.stdout.write(
    `| read | ${sizes.map((size) => `${size} rows, ms`).join(' | ')} | ratio |\n| --- | --- | --- | --- |\n`,
  );
  for (const [place, [name]] of readings(store, filled).entries()) {
    const [few = 0, many = 0] = columns.map((column) => column[place] ?? 0);
    process.stdout.write(`| ${name} | ${few.toFixed(2)} | ${many.toFixed(2)} | ${(many / few).toFixed(2)} |\n`);
  }
} finally {
  await store.destroy();
  await stop();
  await rm(folder, { recursive: true, force: true });
}
