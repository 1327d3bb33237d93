/** Stores the used nonces of signed messages in the database, so that they survive a restart. */

import type { NonceStore } from '@wallet-services/client/verify';
import type { Migration } from 'kysely/migration';
import type { Store } from '../service.ts';
import type { Clock } from '../values/index.ts';

/** `expires_at` in milliseconds since 1970; null for a message that never expires. */
type NonceTables = { nonces: { nonce: string; expires_at: number | null } };

export const nonceMigrations: Readonly<Record<string, Migration>> = {
  'store-0002-nonces': {
    async up({ schema }) {
      await schema
        .createTable('nonces')
        .addColumn('nonce', 'text', (column) => column.primaryKey())
        .addColumn('expires_at', 'bigint')
        .execute();
      await schema.createIndex('nonces_by_expiry').on('nonces').columns(['expires_at']).execute();
    },
  },
};

/** Deletes a nonce only when its message has expired, since the message is rejected from then on. */
export function databaseNonces(store: Store, clock: Clock): NonceStore {
  const tables = store.$extendTables<NonceTables>();
  return {
    take: (nonce, until) =>
      tables.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('nonces').where('expires_at', '<=', clock()).execute();
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('nonces')
          .values({ nonce, expires_at: until ?? null })
          .onConflict((conflict) => conflict.column('nonce').doNothing())
          .executeTakeFirstOrThrow();
        return numInsertedOrUpdatedRows === 1n;
      }),
  };
}
