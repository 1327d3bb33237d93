/** The twelve HTTP operations of the comment service. */
import { type Handlers, Refusal, type User } from '@wallet-services/contract/comment';
import type { CommentOperations } from './operations/operations.ts';
import { siteChoice } from './operations/site-choice.ts';

export function commentHandlers(operations: CommentOperations): Handlers<User> {
  /** Unless stated, an answer is the payload beside the time of the server (document 2, What the service does). */
  const answer = <Data>(data: Data) => ({ status: 200 as const, body: { ts: operations.now(), data } });
  return {
    async signIn({ body }) {
      return answer(await operations.signIn(body));
    },
    async readMe({ caller }) {
      return answer(signedIn(caller));
    },
    async readUser({ path }) {
      return answer(await operations.user(path.user_id));
    },
    async readSite({ path }) {
      return answer(await operations.site(path.site_id));
    },
    async listComments(request) {
      const { limit, offset, order_by: order } = request.query;
      return answer(await operations.comments(siteChoice(request), { limit, offset, order }));
    },
    async createComment(request) {
      return answer(await operations.write(signedIn(request.caller), siteChoice(request), request.body.content));
    },
    async readComment({ path }) {
      return answer(await operations.comment(path.comment_id));
    },
    async favorComment(request) {
      const { caller, path } = request;
      return answer(await operations.favor(signedIn(caller), siteChoice(request), path.comment_id));
    },
    async unfavorComment(request) {
      const { caller, path } = request;
      return answer(await operations.unfavor(signedIn(caller), siteChoice(request), path.comment_id));
    },
    async listReplies({ path, query }) {
      return answer(await operations.replies(path.comment_id, query));
    },
    async createReply({ caller, path, body }) {
      return answer(await operations.reply(signedIn(caller), path.comment_id, body.content));
    },
    async createAirdrop({ caller, body }) {
      return answer(await operations.airdrop(signedIn(caller), body));
    },
  };
}

/** Nobody reaches an operation that needs a credential without one. */
function signedIn(caller: User | undefined): User {
  if (caller === undefined) throw new Refusal(401, 'this operation needs an access token');
  return caller;
}
