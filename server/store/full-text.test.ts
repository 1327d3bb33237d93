import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { mustSkipPostgres, type Postgres, startPostgres } from '../testing/postgres.ts';
import { type FullTextIndex, fullTextIndex, inBatches } from './index.ts';
import { openDatabase } from './open.ts';

type Tables = { texts: { id: number; name: string } };

let postgres: Postgres | undefined;
const skipped = mustSkipPostgres(process.env);
beforeAll(async () => {
  postgres = skipped ? undefined : await startPostgres(process.env);
});
afterAll(() => postgres?.stop());

const KINDS = [
  { kind: 'SQLite', empty: async () => undefined },
  ...(skipped ? [] : [{ kind: 'PostgreSQL', empty: async () => postgres?.schema() }]),
];

/** A database with texts by id; the name of a text is its id in words of six digits. */
async function indexedIn(
  empty: () => Promise<string | undefined>,
  texts: readonly string[],
): Promise<{ store: Kysely<Tables>; index: FullTextIndex }> {
  const store = (await openDatabase(await empty())).store('test').$extendTables<Tables>();
  onTestFinished(() => store.destroy());
  await store.schema
    .createTable('texts')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute();
  const index = fullTextIndex('texts_search', { table: 'texts', id: 'id', tieBy: 'name' });
  await index.create(store);
  await index.create(store);
  await store.transaction().execute(async (transaction) => {
    // The names descend as the ids ascend.
    const rows = texts.map((_text, id) => ({ id, name: String(999_999 - id) }));
    await inBatches(rows, (batch) =>
      transaction
        .insertInto('texts')
        .values([...batch])
        .execute(),
    );
    await index.put(
      transaction,
      texts.map((text, id) => ({ id, text })),
    );
  });
  return { store, index };
}

describe.each(KINDS)('$kind', ({ empty }) => {
  const indexed = (texts: readonly string[]) => indexedIn(empty, texts);
  const ids = (hits: readonly { id: number }[]) => hits.map(({ id }) => id);

  test('texts are ranked: more words, rarer words and shorter texts come first', async () => {
    const { store, index } = await indexed([
      'fees are paid to the network',
      'to redeem, pay your tokens; redeeming is free',
      'tokens',
      'tokens are listed here, in a long text that says many other things as well',
      'unrelated',
    ]);
    const hits = await index.search(store, 'redeem tokens', 10);
    expect(ids(hits)).toEqual([1, 2, 3]);
    const scores = hits.map(({ score }) => score);
    expect(scores.every((score) => score > 0)).toBe(true);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  test('equally good texts are ordered by name, up to the limit', async () => {
    const { store, index } = await indexed(Array.from({ length: 50 }, () => 'the same text'));
    expect(ids(await index.search(store, 'same', 3))).toEqual([49, 48, 47]);
  });

  test.each([
    '"',
    "'",
    '""',
    'a"b',
    'AND',
    'OR',
    'NOT',
    'NEAR(a b)',
    '(',
    ')',
    '*',
    'market*',
    '^market',
    '-market',
    'words:market',
    '{words}: market',
    '+',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '; drop table texts',
    '%',
    '_',
    '\\',
    '🚀',
    'x'.repeat(5_000),
    'w '.repeat(5_000),
  ])('%j is not parsed as query syntax', async (keywords) => {
    const { store, index } = await indexed(['the market is open']);
    await expect(index.search(store, keywords, 10)).resolves.toBeInstanceOf(Array);
  });

  test('a text is replaced, removed, and all are removed', async () => {
    const { store, index } = await indexed(['alpha', 'beta', 'gamma']);
    await index.put(store, [{ id: 0, text: 'delta' }]);
    expect(await index.search(store, 'alpha', 10)).toEqual([]);
    expect(ids(await index.search(store, 'delta', 10))).toEqual([0]);
    await index.remove(store, 1);
    await index.remove(store, 77);
    expect(ids(await index.search(store, 'alpha beta gamma', 10))).toEqual([2]);
    await index.clear(store);
    expect(await index.search(store, 'gamma delta', 10)).toEqual([]);
  });

  test('indexes have separate rankings', async () => {
    const { store, index } = await indexed(['market one', 'market two', 'three']);
    const before = await index.search(store, 'three', 1);
    const other = fullTextIndex('other_search', { table: 'texts', id: 'id', tieBy: 'name' });
    await other.create(store);
    await other.put(store, [{ id: 0, text: 'three three three' }]);
    expect(await index.search(store, 'three', 1)).toEqual(before);
    await other.clear(store);
    expect(await index.search(store, 'three', 1)).toEqual(before);
  });

  test('in a large index, rare words rank the texts and common ones fill the page', async () => {
    const texts = Array.from(
      { length: 5_000 },
      (_unused, id) => `asset market ${id % 2 === 0 ? 'open' : 'closed'} n${id}`,
    );
    const { store, index } = await indexed(texts);
    expect(ids(await index.search(store, 'asset n4711 market', 1))).toEqual([4711]);
    const hits = await index.search(store, 'open market n17 n18', 10);
    expect(ids(hits.slice(0, 2)).toSorted((a, b) => a - b)).toEqual([17, 18]);
    expect(hits).toHaveLength(10);
    expect(new Set(ids(hits)).size).toBe(10);
    // After the rare words come texts that have all the common ones.
    expect(hits.slice(2).every(({ id }) => id % 2 === 0)).toBe(true);
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(await index.search(store, 'asset', 128)).toHaveLength(128);
  });
});
