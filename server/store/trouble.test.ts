import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '@wallet-services/runtime/refusal';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StartError } from '../start-error.ts';
import { counts, type Tables } from '../testing/counts.ts';
import { openCheckedStore, openStore } from './index.ts';

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trouble-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'data.db');
}

async function opened(file: string | undefined) {
  const { store, check } = await openCheckedStore([counts], { data: file });
  onTestFinished(() => store.destroy());
  return { store: store.$extendTables<Tables>(), check };
}

/** A connection that acts like one of another process: SQLite locks between connections. */
function another(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

const addOne = (store: Awaited<ReturnType<typeof opened>>['store']) =>
  store.transaction().execute(async (transaction) => {
    const { value } = await transaction.selectFrom('counts').select('value').executeTakeFirstOrThrow();
    await wait(1);
    await transaction
      .updateTable('counts')
      .set({ value: value + 1 })
      .execute();
  });

const fill = (store: Awaited<ReturnType<typeof opened>>['store']) =>
  store.transaction().execute(async (transaction) => {
    for (let id = 2; id < 200; id += 1) {
      await transaction
        .insertInto('counts')
        .values({ id, value: 0, text: 'x'.repeat(5_000) })
        .execute();
    }
  });

describe('two connections to one file', () => {
  test('wait for each other when they read and then write: no write is lost or rejected', async () => {
    const file = await temporaryFile();
    const stores = await Promise.all([opened(file), opened(file)]);
    const writes = stores.flatMap(({ store }) => Array.from({ length: 60 }, () => addOne(store)));
    await Promise.all(writes);
    const [{ store }] = stores;
    expect(await store.selectFrom('counts').select('value').execute()).toEqual([{ value: 120 }]);
  });

  test('wait without blocking the process while the other holds the file', async () => {
    const file = await temporaryFile();
    const { store } = await opened(file);
    const other = another(file);
    other.exec('BEGIN IMMEDIATE');
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    const written = addOne(store);
    await expect.poll(() => ticks).toBeGreaterThan(8);
    clearInterval(ticking);
    other.exec('COMMIT');
    await written;
  });
});

test('a file that stays locked is reported with a remedy, and works again when it is free', async () => {
  const file = await temporaryFile();
  const { store, check } = await opened(file);
  const other = another(file);
  other.exec('BEGIN IMMEDIATE');
  const refused = await addOne(store).catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
  expect(refused instanceof Refusal && JSON.stringify(refused.body)).not.toContain(file);
  const sentence = `the data file ${file} is locked by another process: stop that process, or wait until it has finished`;
  expect(refused).toMatchObject({ cause: { message: sentence } });
  await expect(check()).rejects.toThrow(sentence);
  other.exec('COMMIT');
  await expect(check()).resolves.toBeUndefined();
});

test('a file that was removed or replaced accepts no write until it is put back', async () => {
  const file = await temporaryFile();
  const { store, check } = await opened(file);
  const away = `${file}.away`;
  const trouble = `the data file ${file} was removed or replaced while it was open: put it back, or start the server again`;
  await rename(file, away);
  for (const replaced of [false, true]) {
    if (replaced) await writeFile(file, 'another');
    const write = addOne(store);
    await expect(write).rejects.toMatchObject({ status: 503, cause: { message: trouble } });
    await expect(check()).rejects.toThrow(trouble);
  }
  await rename(away, file);
  await expect(check()).resolves.toBeUndefined();
  await addOne(store);
});

test('a full disk is reported, also within a transaction, until there is room', async () => {
  const file = await temporaryFile();
  const { store, check } = await opened(file);
  // Simulates a full disk: a connection's own limit of pages gives the same error.
  const limit = (pages: number) =>
    store.executeQuery({
      ...store.selectFrom('counts').selectAll().compile(),
      sql: `PRAGMA max_page_count = ${pages}`,
      parameters: [],
    });
  await limit(1);
  await expect(fill(store)).rejects.toMatchObject({
    status: 503,
    cause: { message: `the data file ${file} cannot grow, its disk is full: free some space there` },
  });
  await expect(check()).rejects.toThrow('disk is full');
  await limit(100_000);
  await expect(check()).resolves.toBeUndefined();
  await addOne(store);
});

test('a temporary database that cannot grow reports its place, and its limit', async () => {
  const { store } = await opened(undefined);
  const compiled = store.selectFrom('counts').selectAll().compile();
  await store.executeQuery({ ...compiled, sql: 'PRAGMA max_page_count = 1', parameters: [] });
  await expect(fill(store)).rejects.toMatchObject({
    status: 503,
    cause: {
      message: expect.stringMatching(
        /^the temporary database in \/.* cannot grow: its disk is full, or it has reached its limit of 1 GiB$/,
      ),
    },
  });
});

test.each([
  ['tables', 'CREATE TABLE orders (id INTEGER)'],
  ['a mark of its own', 'PRAGMA application_id = 1234'],
])('a database of another program, with %s, is rejected and not changed', async (_what, sql) => {
  const file = await temporaryFile();
  const foreign = another(file);
  foreign.exec(sql);
  foreign.close();
  const before = await readFile(file);
  await expect(openStore([counts], { data: file })).rejects.toThrow(
    new StartError(
      `the data file ${file} belongs to another program and was not changed: give --data a database of this server, or a new file`,
    ),
  );
  expect((await readFile(file)).equals(before)).toBe(true);
});

test('a file that an earlier version made, without a mark, is accepted and marked', async () => {
  const file = await temporaryFile();
  await (await openStore([counts], { data: file })).destroy();
  const earlier = another(file);
  earlier.exec('PRAGMA application_id = 0');
  earlier.close();
  await (await openStore([counts], { data: file })).destroy();
  expect(Object.values(another(file).prepare('PRAGMA application_id').get() ?? {})).toEqual([0x77737673]);
  expect((await stat(file)).size).toBeGreaterThan(0);
});
