/** The comment service. */
import { mount } from '@wallet-services/contract/comment';
import type { Service } from '../service.ts';
import { commentHandlers } from './handlers.ts';
import { findCode } from './operations/airdrops/airdrops.ts';
import { payCode } from './operations/airdrops/delivery.ts';
import { commentContext } from './operations/context.ts';
import { callerOf } from './operations/sign-in.ts';
import { commentRpc } from './rpc.ts';
import { seedComment } from './seed/seed.ts';
import { commentMigrations } from './store/migrations.ts';

export const comment: Service = {
  name: 'comment',
  base: '/comment',
  migrations: commentMigrations,
  seed: seedComment,
  async start(given) {
    const context = await commentContext(given);
    return {
      mount: (app, options) =>
        mount(app, commentHandlers(context), {
          ...options,
          authenticate: ({ CommentToken }) => callerOf(context, CommentToken),
        }),
      rpc: [commentRpc(context)],
      findCode: (codeId) => findCode(context, codeId),
      payCode: (codeId, payer) => payCode(context, codeId, payer),
    };
  },
};
