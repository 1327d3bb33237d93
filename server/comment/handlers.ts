/** The HTTP operations of the comment service. */

import type { Handlers, User } from '@wallet-services/contract/comment';
import { createAirdrop } from './operations/airdrops/airdrops.ts';
import { createComment, listComments, readComment } from './operations/comments.ts';
import type { CommentContext } from './operations/context.ts';
import { favorComment, unfavorComment } from './operations/favorites.ts';
import { createReply, listReplies } from './operations/replies.ts';
import { signIn } from './operations/sign-in.ts';
import { siteChoice } from './operations/site-choice.ts';
import { readSite } from './operations/sites.ts';
import { readUser } from './operations/users.ts';

export function commentHandlers(context: CommentContext): Handlers<User> {
  /** The usual answer: the payload with the server's time (document 2, What the service does). */
  const answer = <Data>(data: Data) => ({ status: 200 as const, body: { ts: context.clock(), data } });
  return {
    async signIn({ body }) {
      return answer(await signIn(context, body));
    },
    async readMe({ caller }) {
      return answer(caller);
    },
    async readUser({ path }) {
      return answer(await readUser(context, path.user_id));
    },
    async readSite({ path }) {
      return answer(await readSite(context, path.site_id));
    },
    async listComments(request) {
      const { limit, offset, order_by: order } = request.query;
      return answer(await listComments(context, siteChoice(request), { limit, offset, order }));
    },
    async createComment(request) {
      return answer(await createComment(context, request.caller.id, siteChoice(request), request.body.content));
    },
    async readComment({ path }) {
      return answer(await readComment(context, path.comment_id));
    },
    async favorComment(request) {
      const { caller, path } = request;
      return answer(await favorComment(context, caller.id, siteChoice(request), path.comment_id));
    },
    async unfavorComment(request) {
      const { caller, path } = request;
      return answer(await unfavorComment(context, caller.id, siteChoice(request), path.comment_id));
    },
    async listReplies({ path, query }) {
      return answer(await listReplies(context, path.comment_id, query));
    },
    async createReply({ caller, path, body }) {
      return answer(await createReply(context, caller.id, path.comment_id, body.content));
    },
    async createAirdrop({ caller, body }) {
      return answer(await createAirdrop(context, caller.id, body));
    },
  };
}
