/** The migrations that create the tables of the swap service, in portable SQL. */
import type { ColumnDataType, CreateTableBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';
import { unpaidMigration } from '../../store/unpaid.ts';

export const swapMigrations: Readonly<Record<string, Migration>> = {
  'swap-0001-group': {
    async up({ schema }) {
      const group = schema.createTable('swap_groups');
      await numbers(texts(group, ['members', 'public_key', 'private_key']), ['threshold']).execute();
      const brokers = texts(ids(keyed(schema.createTable('swap_brokers'), ['id']), ['client_id']), ['label']);
      await brokers.addColumn('route_ids', 'text').execute();
    },
  },
  'swap-0002-pairs': {
    async up({ schema }) {
      const assets = keyed(schema.createTable('swap_assets'), ['id']);
      await numbers(texts(assets, ['name', 'symbol', 'logo', 'chain_id', 'price', 'extra']), [
        'position',
        'chain_known',
      ]).execute();
      const pairs = schema.createTable('swap_pairs').addColumn('route_id', 'bigint', (column) => column.primaryKey());
      await texts(ids(pairs, ['base_asset_id', 'quote_asset_id', 'liquidity_asset_id']), [
        'base_amount',
        'quote_amount',
        'liquidity',
        'swap_method',
      ])
        .addUniqueConstraint('swap_pairs_of_assets', ['base_asset_id', 'quote_asset_id'])
        .execute();
    },
  },
  'swap-0003-transactions': {
    async up({ schema }) {
      const transactions = ids(
        schema.createTable('swap_transactions').addColumn('number', 'bigint', (column) => column.primaryKey()),
        [
          'id',
          'user_id',
          'base_asset_id',
          'quote_asset_id',
          'fee_asset_id',
          'pay_asset_id',
          'filled_asset_id',
          'follow_id',
        ],
      ).addColumn('order_id', 'varchar(36)');
      await texts(numbers(transactions, ['route_id']), [
        'created_at',
        'created_key',
        'type',
        'base_amount',
        'quote_amount',
        'fee_amount',
        'funds',
        'amount',
        'value',
        'fee_value',
        'liquidity',
      ]).execute();
      const index = (name: string) => schema.createIndex(`swap_transactions_${name}`).on('swap_transactions');
      await index('by_id').unique().columns(['id']).execute();
      await index('of_pair').columns(['route_id', 'number']).execute();
      await index('of_user').columns(['user_id', 'route_id', 'number']).execute();
      await index('of_order').columns(['order_id']).execute();
      await index('by_time').columns(['route_id', 'created_key']).execute();
    },
  },
  'swap-0004-periods': {
    async up({ schema }) {
      const periods = numbers(schema.createTable('swap_periods'), ['route_id', 'step', 'start', 'transactions']);
      await texts(periods, ['volume', 'base_amount', 'quote_amount', 'value'])
        .addPrimaryKeyConstraint('swap_periods_key', ['route_id', 'step', 'start'])
        .execute();
    },
  },
  'swap-0005-orders': {
    async up({ schema }) {
      const orders = ids(keyed(schema.createTable('swap_orders'), ['id']), [
        'user_id',
        'pay_asset_id',
        'fill_asset_id',
      ]);
      await texts(orders, ['created_at', 'state', 'pay_amount', 'fill_amount', 'min_amount', 'routes'])
        .addColumn('route_assets', 'text')
        .execute();
    },
  },
  'swap-0006-payments': {
    async up({ schema }) {
      const codes = ids(keyed(schema.createTable('swap_codes'), ['code_id']), ['asset_id', 'follow_id']);
      await texts(codes, ['content', 'amount', 'memo_base64', 'created_at'])
        .addColumn('trace_id', 'varchar(36)', (column) => column.notNull().unique())
        .execute();
      const payments = ids(keyed(schema.createTable('swap_payments'), ['code_id']), ['snapshot_id', 'user_id']);
      await texts(payments, ['state', 'created_at']).addColumn('reason', 'text').execute();
      const transfers = ids(keyed(schema.createTable('swap_transfers'), ['id']), ['user_id', 'asset_id', 'follow_id']);
      await texts(transfers, ['amount', 'memo', 'created_at']).execute();
      const pending = ids(keyed(schema.createTable('swap_pending'), ['follow_id']), [
        'refund_id',
        'user_id',
        'receiver',
        'asset_id',
        'other_asset_id',
      ]);
      await numbers(texts(pending, ['amount', 'slippage']), ['expires']).execute();
      await schema.createIndex('swap_pending_by_end').on('swap_pending').columns(['expires']).execute();
    },
  },
  'swap-0007-unpaid': unpaidMigration('swap_codes'),
};

type Table = CreateTableBuilder<string, string>;

function keyed(table: Table, names: readonly string[]): Table {
  return names.reduce((made, name) => made.addColumn(name, 'varchar(36)', (column) => column.primaryKey()), table);
}

const columns = (type: ColumnDataType | 'varchar(36)') => (table: Table, names: readonly string[]) =>
  names.reduce((made, name) => made.addColumn(name, type, (column) => column.notNull()), table);

/** UUIDs. */
const ids = columns('varchar(36)');
const texts = columns('text');
const numbers = columns('bigint');
