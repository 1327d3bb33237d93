/** The index of an application: plain-text records, searched by keywords (document 3, Endpoints). */

import type { IndexRecord, SearchHit } from '@wallet-services/contract/assistant';
import { Refusal } from '@wallet-services/runtime/refusal';
import { sql } from 'kysely';
import { recordSearch } from '../store/search.ts';
import { type AssistantStore, stored, takeNumbers } from '../store/tables.ts';
import type { AssistantContext } from './context.ts';
import { checkSize, LARGEST_HITS, LARGEST_RECORD } from './limits.ts';

/** Number of hits of a search: the default, and the largest (document 3, Limits). */
const DEFAULT_HITS = 16;
const MOST_HITS = 128;

/** Rows in a statement: databases limit its parameters. */
const ROWS = 100;

/** Adds records in one transaction, as `putRecords` does. @throws Refusal 413 when a record is too large */
export async function addRecords(
  { store, clock }: AssistantContext,
  appId: number,
  items: readonly IndexRecord[],
): Promise<void> {
  for (const [position, item] of items.entries()) checkSize(`items/${position}`, shown(item), LARGEST_RECORD);
  const seconds = Math.floor(clock() / 1000);
  await store.transaction().execute((transaction) => putRecords(transaction, appId, items, seconds));
}

/**
 * Adds records. A record replaces an earlier one with the same `object_id`; the last record of a repeated id wins.
 *
 * @param store a transaction
 * @param seconds time of indexing, in seconds since 1970
 */
export async function putRecords(
  store: AssistantStore,
  appId: number,
  items: readonly IndexRecord[],
  seconds: number,
): Promise<void> {
  const records = [...new Map(items.map((item) => [item.object_id, item])).values()];
  if (records.length === 0) return;
  const first = await takeNumbers(store, 'record', records.length);
  for (let start = 0; start < records.length; start += ROWS) {
    await putSome(store, appId, records.slice(start, start + ROWS), first + start, seconds);
  }
}

async function putSome(
  store: AssistantStore,
  appId: number,
  records: readonly IndexRecord[],
  firstId: number,
  seconds: number,
): Promise<void> {
  const rows = records.map((record, position) => ({
    id: firstId + position,
    app_id: appId,
    object_id: stored(record.object_id),
    record: JSON.stringify(shown(record)),
    created_at: seconds,
  }));
  const kept = await store
    .insertInto('assistant_records')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['app_id', 'object_id']).doUpdateSet((row) => ({
        record: row.ref('excluded.record'),
        created_at: row.ref('excluded.created_at'),
      })),
    )
    .returning(['id', 'object_id'])
    .execute();
  const texts = new Map(records.map(({ object_id, data }) => [stored(object_id), data]));
  await recordSearch(appId).put(
    store,
    kept.map(({ id, object_id }) => ({ id, text: texts.get(object_id) ?? '' })),
  );
}

/** The members of a record that are returned; others are ignored. */
function shown({ object_id, category, data, properties }: IndexRecord): IndexRecord {
  return { object_id, category, data, ...(properties === undefined ? {} : { properties }) };
}

/**
 * Records that match the keywords, best first, equal ones by `object_id`. Returns fewer than `n` when they are large.
 *
 * @param n largest number of hits: 16 when absent, at most 128
 * @throws Refusal 400 when n is below 1
 */
export async function searchRecords(
  { store }: Pick<AssistantContext, 'store'>,
  appId: number,
  keywords: string,
  n: number | undefined = DEFAULT_HITS,
): Promise<SearchHit[]> {
  if (n < 1)
    throw new Refusal(400, 'n is below 1', {
      hint: `omit it for the default of ${DEFAULT_HITS}; the maximum is ${MOST_HITS}`,
    });
  const found = await recordSearch(appId).search(store, keywords, Math.min(n, MOST_HITS));
  if (found.length === 0) return [];
  const rows = await store
    .selectFrom('assistant_records')
    .select(['id', 'record', 'created_at'])
    .where('id', 'in', await fitting(store, found))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id, score }) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const record: IndexRecord = JSON.parse(row.record);
    return [{ ...record, created_at: row.created_at, score }];
  });
}

/** Chooses the first hits that fit into an answer, by their sizes, without reading them. */
async function fitting(store: AssistantStore, found: readonly { readonly id: number }[]): Promise<number[]> {
  const ids = found.map(({ id }) => id);
  const sizes = await store
    .selectFrom('assistant_records')
    .select(['id', sql<number>`octet_length(record)`.as('size')])
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(sizes.map(({ id, size }) => [id, Number(size)]));
  let sum = 0;
  return ids.filter((id, place) => {
    sum += byId.get(id) ?? 0;
    return place === 0 || sum <= LARGEST_HITS;
  });
}

/** @throws Refusal 404 when the application has no such record */
export async function removeRecord(
  { store }: Pick<AssistantContext, 'store'>,
  appId: number,
  objectId: string,
): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    const removed = await transaction
      .deleteFrom('assistant_records')
      .where('app_id', '=', appId)
      .where('object_id', '=', stored(objectId))
      .returning('id')
      .executeTakeFirst();
    if (removed === undefined) throw new Refusal(404, `there is no record ${objectId}`);
    await recordSearch(appId).remove(transaction, removed.id);
  });
}

/** Removes every record of the application. */
export async function removeRecords({ store }: Pick<AssistantContext, 'store'>, appId: number): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('assistant_records').where('app_id', '=', appId).execute();
    await recordSearch(appId).clear(transaction);
  });
}
