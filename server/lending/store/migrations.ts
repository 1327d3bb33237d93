/** The migrations that create the tables of the lending service, in portable SQL. */
import type { CreateTableBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';
import { unpaidMigration } from '../../store/unpaid.ts';

const DECIMALS = [
  'total_cash',
  'total_borrows',
  'reserves',
  'ctokens',
  'init_exchange_rate',
  'reserve_factor',
  'liquidation_incentive',
  'borrow_cap',
  'collateral_factor',
  'close_factor',
  'base_rate',
  'multiplier',
  'jump_multiplier',
  'kink',
  'price',
  'borrow_index',
] as const;

const MARKET_TEXTS = [
  'asset_id',
  'symbol',
  'ctoken_asset_id',
  ...DECIMALS,
  'price_updated_at',
  'created_at',
  'updated_at',
] as const;

const MARKET_NUMBERS = ['block_number', 'status', 'suppliers', 'borrowers', 'version'] as const;

export const lendingMigrations: Readonly<Record<string, Migration>> = {
  'lending-0001-markets': {
    async up({ schema }) {
      const table = schema.createTable('lending_markets').addColumn('id', 'bigint', (column) => column.primaryKey());
      await numbers(texts(table, MARKET_TEXTS), MARKET_NUMBERS).execute();
    },
  },
  'lending-0002-transactions': {
    async up({ schema }) {
      const table = schema
        .createTable('lending_transactions')
        .addColumn('id', 'bigint', (column) => column.primaryKey());
      await texts(numbers(table, ['action']), [
        'trace_id',
        'user_id',
        'follow_id',
        'asset_id',
        'amount',
        'data',
        'created_at',
        'created_key',
        'updated_at',
      ])
        .addColumn('snapshot_trace_id', 'text')
        .execute();
      await schema
        .createIndex('lending_transactions_by_time')
        .on('lending_transactions')
        .columns(['created_key', 'id'])
        .execute();
    },
  },
  'lending-0003-pay-requests': {
    async up({ schema }) {
      const table = schema
        .createTable('lending_pay_requests')
        .addColumn('code_id', 'varchar(36)', (column) => column.primaryKey())
        .addColumn('trace_id', 'varchar(36)', (column) => column.notNull().unique());
      await numbers(texts(table, ['asset_id', 'amount', 'follow_id', 'memo_base64', 'created_at']), [
        'with_gas',
      ]).execute();
    },
  },
  'lending-0004-price-requests': {
    async up({ schema }) {
      const table = schema
        .createTable('lending_price_requests')
        .addColumn('trace_id', 'varchar(36)', (column) => column.primaryKey());
      await numbers(texts(table, ['asset_id', 'symbol', 'receiver_members', 'signers']), [
        'receiver_threshold',
        'threshold',
      ]).execute();
    },
  },
  'lending-0005-payments': {
    async up({ schema }) {
      await schema
        .createTable('lending_positions')
        .addColumn('user_id', 'varchar(36)', (column) => column.notNull())
        .addColumn('market_id', 'bigint', (column) => column.notNull())
        .addColumn('supplied', 'text', (column) => column.notNull())
        .addColumn('pledged', 'text', (column) => column.notNull())
        .addColumn('borrowed', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('lending_positions_key', ['user_id', 'market_id'])
        .execute();
      await schema
        .createTable('lending_payments')
        .addColumn('code_id', 'varchar(36)', (column) => column.primaryKey())
        .addColumn('snapshot_id', 'varchar(36)', (column) => column.notNull())
        .addColumn('refund_reason', 'text')
        .execute();
    },
  },
  'lending-0006-unpaid': unpaidMigration('lending_pay_requests'),
};

function texts(table: CreateTableBuilder<string>, names: readonly string[]): CreateTableBuilder<string> {
  return names.reduce((made, name) => made.addColumn(name, 'text', (column) => column.notNull()), table);
}

function numbers(table: CreateTableBuilder<string>, names: readonly string[]): CreateTableBuilder<string> {
  return names.reduce((made, name) => made.addColumn(name, 'bigint', (column) => column.notNull()), table);
}
