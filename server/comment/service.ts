/** The comment service. */
import { mount } from '@wallet-services/contract/comment';
import { memberCheck, readDocument } from '../contract/index.ts';
import type { Service } from '../service.ts';
import { commentHandlers } from './handlers.ts';
import { createCommentOperations } from './operations/operations.ts';
import { commentRpc } from './rpc.ts';
import { seedComment } from './seed/seed.ts';
import { commentMigrations } from './store/migrations.ts';

export const comment: Service = {
  name: 'comment',
  base: '/comment',
  migrations: commentMigrations,
  seed: seedComment,
  async start(context) {
    const operations = await createCommentOperations(context);
    const checkAirdrop = memberCheck(await readDocument('comment'), 'AirdropRequest');
    return {
      mount: (app, options) =>
        mount(app, commentHandlers(operations), {
          ...options,
          authenticate: ({ CommentToken = '' }) => operations.caller(CommentToken),
        }),
      rpc: [commentRpc(operations, checkAirdrop)],
      findCode: operations.findCode,
      payCode: operations.payCode,
    };
  },
};
