/** A minimal part of a store: one table with one row. */
import type { StorePart } from '../store/index.ts';

export type Tables = { counts: { id: number; value: number; text: string } };

export const counts: StorePart = {
  name: 'counts',
  migrations: {
    'counts-0001': {
      async up({ schema }) {
        await schema
          .createTable('counts')
          .addColumn('id', 'integer', (column) => column.primaryKey())
          .addColumn('value', 'integer', (column) => column.notNull())
          .addColumn('text', 'varchar(4)', (column) => column.notNull())
          .execute();
      },
    },
  },
  async seed(store) {
    await store.$extendTables<Tables>().insertInto('counts').values({ id: 1, value: 0, text: '' }).execute();
  },
};
