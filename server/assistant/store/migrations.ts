/** The migrations that create the tables of the assistant service, in portable SQL. */
import type { Migration } from 'kysely/migration';

export const assistantMigrations: Readonly<Record<string, Migration>> = {
  'assistant-0001-applications': {
    async up({ schema }) {
      await schema
        .createTable('assistant_applications')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('app_id', 'varchar(36)', (column) => column.notNull().unique())
        .addColumn('secret_salt', 'text', (column) => column.notNull())
        .addColumn('secret_hash', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await schema
        .createTable('assistant_users')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('app_id', 'integer', (column) => column.notNull())
        .addColumn('identity', 'text', (column) => column.notNull())
        .addUniqueConstraint('assistant_users_identity', ['app_id', 'identity'])
        .execute();
      await schema
        .createTable('assistant_counters')
        .addColumn('name', 'varchar(32)', (column) => column.primaryKey())
        .addColumn('value', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  'assistant-0002-records': {
    async up({ schema }) {
      await schema
        .createTable('assistant_records')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('app_id', 'integer', (column) => column.notNull())
        .addColumn('object_id', 'text', (column) => column.notNull())
        .addColumn('record', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addUniqueConstraint('assistant_records_object', ['app_id', 'object_id'])
        .execute();
    },
  },
  'assistant-0003-conversations': {
    async up({ schema }) {
      await schema
        .createTable('assistant_conversations')
        .addColumn('id', 'varchar(36)', (column) => column.primaryKey())
        .addColumn('app_id', 'integer', (column) => column.notNull())
        .addColumn('bot_id', 'bigint', (column) => column.notNull())
        .addColumn('bot_name', 'text', (column) => column.notNull())
        .addColumn('user_id', 'integer', (column) => column.notNull())
        .addColumn('lang', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await schema
        .createIndex('assistant_conversations_by_end')
        .on('assistant_conversations')
        .column('expires_at')
        .execute();
      await schema
        .createTable('assistant_turns')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('conversation_id', 'varchar(36)', (column) => column.notNull())
        .addColumn('open_in', 'varchar(36)', (column) => column.unique())
        .addColumn('request', 'text', (column) => column.notNull())
        .addColumn('response', 'text', (column) => column.notNull())
        .addColumn('prompt_tokens', 'bigint', (column) => column.notNull())
        .addColumn('completion_tokens', 'bigint', (column) => column.notNull())
        .addColumn('total_tokens', 'bigint', (column) => column.notNull())
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('bot_override', 'text', (column) => column.notNull())
        .addColumn('middleware_results', 'text')
        .addColumn('error', 'text', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .execute();
      await schema
        .createIndex('assistant_turns_by_conversation')
        .on('assistant_turns')
        .columns(['conversation_id', 'id'])
        .execute();
    },
  },
  'assistant-0004-quotas': {
    async up({ schema }) {
      await schema
        .createIndex('assistant_conversations_by_application')
        .on('assistant_conversations')
        .columns(['app_id', 'expires_at'])
        .execute();
    },
  },
};
