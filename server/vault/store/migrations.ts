/** The migrations that create the tables of the vault service, in portable SQL. */
import type { CreateTableBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';

const COLLATERAL_TEXTS = [
  'name',
  'created_at',
  'created_key',
  'beg',
  'box',
  'chop',
  'dunk',
  'dust',
  'duty',
  'line',
  'mat',
  'rate',
  'rho',
  'supply',
  'ink',
  'art',
  'litter',
] as const;

export const vaultMigrations: Readonly<Record<string, Migration>> = {
  'vault-0001-groups': {
    async up({ schema }) {
      const table = schema
        .createTable('vault_groups')
        .addColumn('public_key', 'varchar(64)', (column) => column.primaryKey());
      await numbers(texts(table, ['oauth_client_id', 'members']), ['threshold']).execute();
    },
  },
  'vault-0002-assets': {
    async up({ schema }) {
      const table = identified(schema.createTable('vault_assets'));
      await numbers(texts(table, ['name', 'symbol', 'logo', 'chain_id', 'price']), [
        'position',
        'chain_known',
      ]).execute();
    },
  },
  'vault-0003-collaterals': {
    async up({ schema }) {
      const table = links(identified(schema.createTable('vault_collaterals')), {
        gem: 'vault_assets.id',
        dai: 'vault_assets.id',
      });
      await numbers(texts(table, COLLATERAL_TEXTS), ['live', 'tau', 'ttl', 'number_of_vaults']).execute();
    },
  },
  'vault-0004-vaults': {
    async up({ schema }) {
      const table = links(numbered(schema.createTable('vault_vaults')), { collateral_id: 'vault_collaterals.id' });
      await texts(table, ['created_at', 'ink', 'art'])
        .addColumn('user_id', 'varchar(36)', (column) => column.notNull())
        .execute();
      await schema.createIndex('vault_vaults_by_user').on('vault_vaults').columns(['user_id', 'number']).execute();
    },
  },
  'vault-0005-vault-events': {
    async up({ schema }) {
      const table = links(schema.createTable('vault_vault_events'), { vault_id: 'vault_vaults.id' })
        .addColumn('position', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('vault_vault_events_in_order', ['vault_id', 'position']);
      await texts(table, ['created_at', 'action', 'dink', 'dart', 'debt']).execute();
    },
  },
  'vault-0006-flips': {
    async up({ schema }) {
      const table = links(numbered(schema.createTable('vault_flips')), {
        collateral_id: 'vault_collaterals.id',
        vault_id: 'vault_vaults.id',
      });
      await numbers(texts(table, ['created_at', 'art', 'bid', 'lot', 'tab', 'end_at', 'guy']), ['action'])
        .addColumn('tic', 'text')
        .execute();
    },
  },
  'vault-0007-flip-events': {
    async up({ schema }) {
      const table = links(schema.createTable('vault_flip_events'), { flip_id: 'vault_flips.id' })
        .addColumn('position', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('vault_flip_events_in_order', ['flip_id', 'position']);
      await numbers(texts(table, ['created_at', 'bid', 'lot']), ['action']).execute();
    },
  },
};

function identified(table: CreateTableBuilder<string>): CreateTableBuilder<string> {
  return table.addColumn('id', 'varchar(36)', (column) => column.primaryKey());
}

/** Adds a number in the order in which the rows began, and a unique id. */
function numbered(table: CreateTableBuilder<string>): CreateTableBuilder<string> {
  return table
    .addColumn('number', 'bigint', (column) => column.primaryKey())
    .addColumn('id', 'varchar(36)', (column) => column.notNull().unique());
}

/** Columns with ids of other tables. */
function links(
  table: CreateTableBuilder<string, string>,
  targets: Readonly<Record<string, string>>,
): CreateTableBuilder<string, string> {
  return Object.entries(targets).reduce<CreateTableBuilder<string, string>>(
    (made, [name, target]) => made.addColumn(name, 'varchar(36)', (column) => column.notNull().references(target)),
    table,
  );
}

function texts(table: CreateTableBuilder<string>, names: readonly string[]): CreateTableBuilder<string> {
  return names.reduce((made, name) => made.addColumn(name, 'text', (column) => column.notNull()), table);
}

function numbers(table: CreateTableBuilder<string>, names: readonly string[]): CreateTableBuilder<string> {
  return names.reduce((made, name) => made.addColumn(name, 'bigint', (column) => column.notNull()), table);
}
