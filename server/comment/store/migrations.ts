/** The migrations that create the tables of the comment service, in portable SQL. */
import type { CreateTableBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';

export const commentMigrations: Readonly<Record<string, Migration>> = {
  'comment-0001-users': {
    async up({ schema }) {
      const table = schema.createTable('comment_users').addColumn('id', 'bigint', (column) => column.primaryKey());
      await texts(table, ['network_identity_number', 'full_name', 'avatar_url', 'created_at'])
        .addColumn('network_user_id', 'varchar(36)', (column) => column.notNull().unique())
        .execute();
    },
  },
  'comment-0002-sites': {
    async up({ schema }) {
      const table = schema.createTable('comment_sites').addColumn('id', 'bigint', (column) => column.primaryKey());
      const linked = links(table, { user_id: 'comment_users.id' });
      const counted = numbers(linked, ['use_permanent_storage', 'reward_strategy', 'comment_count']);
      await texts(counted, ['origins', 'name', 'created_at', 'updated_at']).execute();
      const pages = links(schema.createTable('comment_pages'), { site_id: 'comment_sites.id' });
      await numbers(texts(pages, ['slug']), ['comment_count'])
        .addPrimaryKeyConstraint('comment_pages_key', ['slug', 'site_id'])
        .execute();
    },
  },
  'comment-0003-comments': {
    async up({ schema }) {
      const table = schema.createTable('comment_comments').addColumn('id', 'bigint', (column) => column.primaryKey());
      const linked = links(table, { user_id: 'comment_users.id', site_id: 'comment_sites.id' });
      const counted = numbers(linked, ['site_position', 'page_position', 'favor_count', 'reply_count']);
      await texts(counted, ['slug', 'storage_tx_hash', 'content', 'created_at', 'updated_at'])
        .addColumn('reward_count', 'bigint')
        .execute();
      const index = (name: string) => schema.createIndex(`comment_comments_${name}`).on('comment_comments');
      await index('of_site').unique().columns(['site_id', 'site_position']).execute();
      await index('of_page').unique().columns(['site_id', 'slug', 'page_position']).execute();
      await index('of_site_by_favor').columns(['site_id', 'favor_count', 'id']).execute();
      await index('of_page_by_favor').columns(['site_id', 'slug', 'favor_count', 'id']).execute();
    },
  },
  'comment-0004-replies': {
    async up({ schema }) {
      const table = schema.createTable('comment_replies').addColumn('id', 'bigint', (column) => column.primaryKey());
      const linked = links(table, { user_id: 'comment_users.id', comment_id: 'comment_comments.id' });
      await texts(numbers(linked, ['position']), ['content', 'created_at', 'updated_at'])
        .addUniqueConstraint('comment_replies_of_comment', ['comment_id', 'position'])
        .execute();
    },
  },
  'comment-0005-favorites': {
    async up({ schema }) {
      await links(schema.createTable('comment_favorites'), {
        comment_id: 'comment_comments.id',
        user_id: 'comment_users.id',
      })
        .addPrimaryKeyConstraint('comment_favorites_key', ['comment_id', 'user_id'])
        .execute();
    },
  },
  'comment-0006-airdrops': {
    async up({ schema }) {
      const table = schema.createTable('comment_airdrops').addColumn('id', 'bigint', (column) => column.primaryKey());
      const linked = links(table, { user_id: 'comment_users.id' });
      await texts(numbers(linked, ['site_id', 'opponent_id', 'status']), [
        'uuid',
        'slug',
        'tip_type',
        'strategy_name',
        'asset_id',
        'amount',
        'memo',
        'redirect_url',
        'created_at',
        'updated_at',
      ])
        .addColumn('strategy_params', 'text')
        .addColumn('payment_code', 'varchar(36)', (column) => column.notNull().unique())
        .addColumn('snapshot_id', 'varchar(36)')
        .execute();
    },
  },
  'comment-0007-rewards': {
    async up({ schema }) {
      const table = schema.createTable('comment_rewards').addColumn('id', 'bigint', (column) => column.primaryKey());
      const linked = links(table, { airdrop_id: 'comment_airdrops.id', recipient_id: 'comment_users.id' });
      await texts(linked, ['asset_id', 'amount', 'memo', 'created_at'])
        .addColumn('comment_id', 'bigint', (column) => column.references('comment_comments.id'))
        .addColumn('position', 'bigint')
        .execute();
      await schema
        .createIndex('comment_rewards_of_comment')
        .on('comment_rewards')
        .columns(['comment_id', 'position'])
        .execute();
    },
  },
  'comment-0008-counters': {
    async up({ schema }) {
      const table = schema
        .createTable('comment_counters')
        .addColumn('name', 'varchar(32)', (column) => column.primaryKey());
      await numbers(table, ['last_id']).execute();
    },
  },
  'comment-0009-secrets': {
    async up({ schema }) {
      const table = schema
        .createTable('comment_secrets')
        .addColumn('name', 'varchar(32)', (column) => column.primaryKey());
      await texts(table, ['value']).execute();
    },
  },
};

/** Columns that refer to rows of other tables by number. */
function links(
  table: CreateTableBuilder<string, string>,
  targets: Readonly<Record<string, string>>,
): CreateTableBuilder<string, string> {
  return Object.entries(targets).reduce(
    (made, [name, target]) => made.addColumn(name, 'bigint', (column) => column.notNull().references(target)),
    table,
  );
}

function texts(
  table: CreateTableBuilder<string, string>,
  names: readonly string[],
): CreateTableBuilder<string, string> {
  return names.reduce((made, name) => made.addColumn(name, 'text', (column) => column.notNull()), table);
}

function numbers(
  table: CreateTableBuilder<string, string>,
  names: readonly string[],
): CreateTableBuilder<string, string> {
  return names.reduce((made, name) => made.addColumn(name, 'bigint', (column) => column.notNull()), table);
}
