/** The migrations that create the tables of the sandbox wallet network, in portable SQL. */
import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const walletMigrations: Readonly<Record<string, Migration>> = {
  'wallet-0001-people': {
    async up(database) {
      await texts(keyed(database, 'wallet_users', 'user_id'), ['identity_number', 'full_name', 'avatar_url'])
        .addColumn('contract_address', 'varchar(42)', (column) => column.unique())
        .execute();
      await texts(keyed(database, 'wallet_apps', 'client_id'), ['name', 'redirect_uris', 'client_secret']).execute();
      await texts(keyed(database, 'wallet_sessions', 'session_id'), [
        'user_id',
        'client_id',
        'public_key',
        'private_key',
      ]).execute();
    },
  },
  'wallet-0002-oauth': {
    async up(database) {
      await texts(keyed(database, 'wallet_keys', 'name'), ['private_key']).execute();
      await texts(keyed(database, 'wallet_authorizations', 'authorization_id'), [
        'user_id',
        'client_id',
        'scope',
      ]).execute();
      await texts(keyed(database, 'wallet_codes', 'code_hash'), ['user_id', 'client_id', 'scope'])
        .addColumn('code_challenge', 'text')
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await database.schema.createIndex('wallet_codes_by_expiry').on('wallet_codes').columns(['expires_at']).execute();
    },
  },
  'wallet-0003-payments': {
    async up(database) {
      await texts(keyed(database, 'wallet_payments', 'code_id'), ['user_id', 'snapshot_id', 'created_at']).execute();
    },
  },
  'wallet-0004-codes': {
    async up({ schema }) {
      await schema.alterTable('wallet_codes').addColumn('redirect_uri', 'text').execute();
      await schema.alterTable('wallet_codes').addColumn('authorization_id', 'varchar(64)').execute();
    },
  },
  'wallet-0005-quotas': {
    async up({ schema }) {
      await schema.alterTable('wallet_authorizations').addColumn('granted_at', 'bigint').execute();
      for (const [table, time] of [
        ['wallet_codes', 'expires_at'],
        ['wallet_authorizations', 'granted_at'],
      ] as const) {
        await schema.createIndex(`${table}_by_user`).on(table).columns(['user_id', 'client_id', time]).execute();
      }
    },
  },
};

function keyed({ schema }: Kysely<unknown>, table: string, key: string): CreateTableBuilder<string> {
  return schema.createTable(table).addColumn(key, 'varchar(64)', (column) => column.primaryKey());
}

function texts(table: CreateTableBuilder<string>, names: readonly string[]): CreateTableBuilder<string> {
  return names.reduce((made, name) => made.addColumn(name, 'text', (column) => column.notNull()), table);
}
