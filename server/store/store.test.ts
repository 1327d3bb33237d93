import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Service } from '../service.ts';
import { StartError } from '../start-error.ts';
import { openStore } from './index.ts';

type Tables = { notes: { id: number; text: string; done: number } };

/** A service with one table, which counts how often it was seeded. */
function notes(): { service: Service; seeded: () => number } {
  let seeded = 0;
  const service: Service = {
    name: 'comment',
    base: '/comment',
    migrations: {
      'comment-0001-notes': {
        async up({ schema }) {
          await schema
            .createTable('notes')
            .addColumn('id', 'integer', (column) => column.primaryKey())
            .addColumn('text', 'text', (column) => column.notNull())
            .addColumn('done', 'integer', (column) => column.notNull())
            .execute();
        },
      },
    },
    async seed(store, random) {
      seeded += 1;
      await store.$extendTables<Tables>().insertInto('notes').values({ id: 1, text: random.uuid(), done: 0 }).execute();
    },
    start: () => Promise.reject(new Error('is not started here')),
  };
  return { service, seeded: () => seeded };
}

async function open(service: Service, options: Parameters<typeof openStore>[1] = {}): Promise<Kysely<Tables>> {
  const store = await openStore([service], options);
  onTestFinished(() => store.destroy());
  return store.$extendTables<Tables>();
}

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'data.db');
}

test('a database in memory has its tables and its data', async () => {
  const store = await open(notes().service);
  expect(await store.selectFrom('notes').select('id').execute()).toEqual([{ id: 1 }]);
});

test('further databases in memory are filled equally and faster, are independent, and have their own times', async () => {
  const { service, seeded } = notes();
  const timed: Service = {
    ...service,
    name: 'vault',
    migrations: {},
    async seed(store, _random, clock) {
      const tables = store.$extendTables<Tables>();
      await tables.insertInto('notes').values({ id: 2, text: 'now', done: clock() }).execute();
    },
  };
  const reported: unknown[] = [];
  for (const moment of [1, 2, 3, 4]) {
    const store = await openStore([service, timed], { clock: () => moment });
    onTestFinished(() => store.destroy());
    const tables = store.$extendTables<Tables>();
    reported.push(await tables.selectFrom('notes').selectAll().orderBy('id').execute());
    await tables.deleteFrom('notes').execute();
  }
  const [[first] = []] = reported as [unknown[]];
  expect(reported).toEqual([1, 2, 3, 4].map((done) => [first, { id: 2, text: 'now', done }]));
  expect(seeded()).toBe(2);
});

test('a file is seeded once and keeps later writes', async () => {
  const file = await temporaryFile();
  const { service, seeded } = notes();
  const first = await open(service, { data: file });
  await first.insertInto('notes').values({ id: 2, text: 'kept', done: 1 }).execute();
  await first.destroy();

  const second = await open(service, { data: file });
  expect(await second.selectFrom('notes').select('id').orderBy('id').execute()).toEqual([{ id: 1 }, { id: 2 }]);
  expect(seeded()).toBe(1);
});

test('the same seed gives the same data, another seed other data', async () => {
  const texts = await Promise.all(
    [3, 3, 4].map(async (seed) => {
      const store = await open(notes().service, { seed });
      return (await store.selectFrom('notes').select('text').executeTakeFirstOrThrow()).text;
    }),
  );
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).not.toBe(texts[2]);
});

test('a file with another seed is rejected with a remedy', async () => {
  const file = await temporaryFile();
  await (await open(notes().service, { data: file, seed: 3 })).destroy();
  await expect(open(notes().service, { data: file, seed: 4 })).rejects.toThrow(
    new StartError(`the data file ${file} was filled with seed 3, not 4: omit --seed, or give --data a new file`),
  );
  await expect(open(notes().service, { data: file })).resolves.toBeDefined();
});

test('a file that is no database is rejected, and not changed', async () => {
  const file = await temporaryFile();
  await writeFile(
    file,
    'this is a letter, and not a short one, so that it is longer than the header of a database file is',
  );
  await expect(open(notes().service, { data: file })).rejects.toThrow(
    /^cannot use the data file .*: it is not a database: give --data /,
  );
  expect(await readFile(file, 'utf8')).toMatch(/^this is a letter/);
});

test('a file that was made by a later version is rejected', async () => {
  const file = await temporaryFile();
  const { service } = notes();
  const later = {
    ...service,
    migrations: { ...service.migrations, 'comment-0002-later': { up: async () => undefined } },
  };
  await (await open(later, { data: file })).destroy();
  await expect(open(service, { data: file })).rejects.toThrow(
    /was created by another version, so give --data another file$/,
  );
});

test('a service that is added later gets its tables although its name sorts first', async () => {
  const file = await temporaryFile();
  const { service } = notes();
  await (await open(service, { data: file })).destroy();
  const added: Service = {
    ...service,
    name: 'assistant',
    migrations: { 'assistant-0001': { up: async () => undefined } },
    seed: async () => undefined,
  };
  const store = await openStore([added, service], { data: file });
  onTestFinished(() => store.destroy());
  expect(await store.$extendTables<Tables>().selectFrom('notes').select('id').execute()).toHaveLength(1);
});

test('a failed transaction leaves nothing', async () => {
  const store = await open(notes().service);
  const failing = store.transaction().execute(async (transaction) => {
    await transaction.insertInto('notes').values({ id: 2, text: 'gone', done: 0 }).execute();
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await store.selectFrom('notes').selectAll().execute()).toHaveLength(1);
});

test('a failed seeding leaves no trace, and is done again', async () => {
  const file = await temporaryFile();
  const { service } = notes();
  const failing: Service = {
    ...service,
    async seed(store, random, clock) {
      await service.seed(store, random, clock);
      throw new Error('out of ideas');
    },
  };
  await expect(open(failing, { data: file })).rejects.toThrow('out of ideas');
  const store = await open(service, { data: file });
  expect(await store.selectFrom('notes').selectAll().execute()).toHaveLength(1);
});

test('statements are prepared once for each query', async () => {
  const store = await open(notes().service);
  for (let count = 1; count <= 300; count += 1) {
    const ids = Array.from({ length: count }, (_unused, position) => position);
    expect(await store.selectFrom('notes').select('id').where('id', 'in', ids).execute()).toHaveLength(
      count > 1 ? 1 : 0,
    );
  }
  expect(await store.selectFrom('notes').select('id').where('id', 'in', [0, 1]).execute()).toEqual([{ id: 1 }]);
});

test('rows can be read one after the other while others are written', async () => {
  const store = await open(notes().service);
  const ids = [];
  for await (const row of store.selectFrom('notes').select('id').stream()) ids.push(row.id);
  expect(ids).toEqual([1]);
});
