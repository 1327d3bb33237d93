import { setTimeout as wait } from 'node:timers/promises';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { counts, type Tables } from '../../testing/counts.ts';
import { mustSkipPostgres, type Postgres, startPostgres } from '../../testing/postgres.ts';
import { openCheckedStore, openStore } from '../index.ts';
import { openDatabase } from '../open.ts';
import { shownPlace } from '../place.ts';

describe.skipIf(mustSkipPostgres(process.env))('a PostgreSQL', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres(process.env);
  });
  afterAll(() => postgres.stop());

  /** Opens the database as a separate process does. */
  async function opened(data: string) {
    const { store, storeOf, check, shared, close } = await openCheckedStore([counts], { data });
    onTestFinished(close);
    return { store: store.$extendTables<Tables>(), storeOf, check, shared };
  }

  async function responseTo(data: string, text: string): Promise<void> {
    const client = new Client({ connectionString: data });
    await client.connect();
    await client.query(text);
    await client.end();
  }

  /** Waits until a check passes: a process is ready only once it listens for the messages of others. */
  const passed = (check: () => Promise<void>) => vi.waitFor(check, { timeout: PATIENCE });

  /** Address of the database that always exists. */
  function adminOf(data: string): string {
    const admin = new URL(data);
    admin.pathname = '/postgres';
    return admin.href;
  }

  test('is created and filled once when several processes start together', async () => {
    const data = await postgres.create();
    const [one, other] = await Promise.all([opened(data), opened(data), opened(data)]);
    expect(await one.store.selectFrom('counts').selectAll().execute()).toHaveLength(1);
    await passed(other.check);
  });

  test('writers of one subject take turns, in all processes: no read-modify-write is lost', async () => {
    const data = await postgres.create();
    const processes = await Promise.all([opened(data), opened(data)]);
    const addOne = ({ storeOf }: (typeof processes)[number], subject: string) =>
      storeOf(subject)
        .$extendTables<Tables>()
        .transaction()
        .execute(async (transaction) => {
          const { value } = await transaction.selectFrom('counts').select('value').executeTakeFirstOrThrow();
          await transaction
            .updateTable('counts')
            .set({ value: value + 1 })
            .execute();
        });
    await Promise.all(Array.from({ length: 30 }, () => processes.map((opener) => addOne(opener, 'one'))).flat());
    expect(await processes[0].store.selectFrom('counts').select('value').execute()).toEqual([{ value: 60 }]);
  });

  test('a transaction that fails leaves nothing, and does not block the next one', async () => {
    const { store } = await opened(await postgres.create());
    const failing = store.transaction().execute(async (transaction) => {
      await transaction.insertInto('counts').values({ id: 2, value: 0, text: 'gone' }).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await expect(store.insertInto('counts').values({ id: 1, value: 0, text: 'twice' }).execute()).rejects.toThrow(
      /unique/,
    );
    expect(await store.selectFrom('counts').select('id').execute()).toEqual([{ id: 1 }]);
  });

  test('keeps every text and every whole number, and orders texts by code point', async () => {
    const { store } = await opened(await postgres.create());
    const texts = ['', 'B', 'a', 'longer than four', 'z\0', 'z\0\ue000', 'z\ue0000', 'z\ue0001', 'ä', '🚀'];
    const rows = texts.map((text, place) => ({ id: Number.MAX_SAFE_INTEGER - place, value: place, text }));
    await store.insertInto('counts').values(rows).execute();
    for (const row of rows.slice(1)) {
      expect(await store.selectFrom('counts').selectAll().where('text', '=', row.text).execute()).toEqual([row]);
    }
    const letters = store.selectFrom('counts').select('text').where('text', 'in', ['B', 'a', 'ä']).orderBy('text');
    expect((await letters.execute()).map(({ text }) => text)).toEqual(['B', 'a', 'ä']);
  });

  test('sends messages of one process to another', async () => {
    const data = await postgres.create();
    const [one, other] = await Promise.all([opened(data), opened(data)]);
    const heard: string[] = [];
    const all = Promise.withResolvers<void>();
    other.shared?.signals.on('turn', (payload) => {
      heard.push(payload);
      if (heard.length === 2) all.resolve();
    });
    await passed(other.check);
    await one.shared?.signals.send('other', '0');
    await one.shared?.signals.send('turn', '17');
    await one.shared?.signals.send('turn', '18 and more');
    await all.promise;
    expect(heard).toEqual(['17', '18 and more']);
  });

  test('of another program is rejected, and not changed', async () => {
    const data = await postgres.create();
    await responseTo(data, 'create table invoices (id int)');
    await expect(openStore([counts], { data })).rejects.toThrow(
      /belongs to another program and was not changed: give --data an empty database, or a separate schema/,
    );
    await responseTo(data, 'create schema wallet');
    const beside = `${data}&options=-csearch_path%3Dwallet`;
    expect((await opened(beside)).shared).toBeDefined();
  });

  test('that cannot be used is named with a remedy and without the password', async () => {
    const data = new URL(await postgres.create());
    const missing = new URL(data);
    missing.pathname = '/nowhere';
    missing.password = 'hidden';
    await expect(openDatabase(missing.href)).rejects.toThrow(
      /^cannot use the database postgres:\/\/\S+\/nowhere: it does not exist: create it \(createdb\)/,
    );
    await expect(openDatabase(missing.href)).rejects.not.toThrow(/hidden/);
    await expect(openDatabase('postgres://wallet:hidden@127.0.0.1:1/wallet')).rejects.toThrow(
      'cannot use the database postgres://wallet@127.0.0.1:1/wallet: it cannot be reached (connection refused)',
    );
  });

  test('that is stopped causes a 503 and a failed check, and works again after its restart', async () => {
    const data = await postgres.create();
    const { store, check } = await opened(data);
    const name = new URL(data).pathname.slice(1);
    const admin = adminOf(data);
    await responseTo(admin, `alter database ${name} allow_connections false`);
    await responseTo(admin, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await expect(store.selectFrom('counts').selectAll().execute()).rejects.toMatchObject({ status: 503 });
    await expect(check()).rejects.toThrow(shownPlace(data));
    await responseTo(admin, `alter database ${name} allow_connections true`);
    await passed(check);
    expect(await store.selectFrom('counts').selectAll().execute()).toHaveLength(1);
  });

  test('that closes a connection fails its transaction only; the next one gets another connection', async () => {
    const data = await postgres.create();
    const { store } = await opened(data);
    const all = (on: typeof store) => on.selectFrom('counts').selectAll().execute();
    const ended = `datname = '${new URL(data).pathname.slice(1)}' and state = 'idle in transaction'`;
    const broken = store.transaction().execute(async (transaction) => {
      await all(transaction);
      await responseTo(adminOf(data), `select pg_terminate_backend(pid, 1000) from pg_stat_activity where ${ended}`);
      // The idle connection reports that it was closed.
      await wait(100);
      await all(transaction);
    });
    await expect(broken).rejects.toMatchObject({ status: 503 });
    expect(await all(store)).toHaveLength(1);
  });
});
