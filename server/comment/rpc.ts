/** The RPC methods of the comment service: the same answers as over HTTP, without the envelope. */
import { rpc } from '@wallet-services/contract/comment';
import { bearerToken } from '../rpc/bearer.ts';
import { message } from '../rpc/message.ts';
import { forCallers, type RpcService, rpcService } from '../rpc/service.ts';
import {
  airdropInput,
  airdropMessage,
  choiceInput,
  commentMessage,
  numberInput,
  orderInput,
  pageInput,
  signInInput,
} from './messages.ts';
import { createAirdrop } from './operations/airdrops/airdrops.ts';
import { createComment, listComments, readComment } from './operations/comments.ts';
import type { CommentContext } from './operations/context.ts';
import { favorComment, unfavorComment } from './operations/favorites.ts';
import { createReply, listReplies } from './operations/replies.ts';
import { callerOf, signIn } from './operations/sign-in.ts';
import { readSite } from './operations/sites.ts';
import { readUser } from './operations/users.ts';

export function commentRpc(context: CommentContext): RpcService {
  const forUser = forCallers((call) => callerOf(context, bearerToken(call)));
  return rpcService(rpc.CommentService, {
    async signIn(request) {
      return message(rpc.SignInResponseSchema, await signIn(context, signInInput(request)));
    },
    async readSite({ siteId }) {
      return { data: message(rpc.SiteSchema, await readSite(context, numberInput(siteId))) };
    },
    createComment: forUser(async (request, author) => {
      return { data: commentMessage(await createComment(context, author.id, choiceInput(request), request.content)) };
    }),
    async listComments(request) {
      const query = { ...pageInput(request), order: orderInput(request.orderBy) };
      const { comments, total } = await listComments(context, choiceInput(request), query);
      return { comments: (comments ?? []).map(commentMessage), total: BigInt(total) };
    },
    async readComment({ commentId }) {
      return { data: commentMessage(await readComment(context, numberInput(commentId))) };
    },
    favorComment: forUser(async (request, user) => {
      const comment = await favorComment(context, user.id, choiceInput(request), numberInput(request.commentId));
      return { data: commentMessage(comment) };
    }),
    unfavorComment: forUser(async (request, user) => {
      const comment = await unfavorComment(context, user.id, choiceInput(request), numberInput(request.commentId));
      return { data: commentMessage(comment) };
    }),
    createReply: forUser(async ({ commentId, content }, author) => {
      return { data: message(rpc.ReplySchema, await createReply(context, author.id, numberInput(commentId), content)) };
    }),
    async listReplies(request) {
      const { replies, total } = await listReplies(context, numberInput(request.commentId), pageInput(request));
      return { replies: (replies ?? []).map((reply) => message(rpc.ReplySchema, reply)), total: BigInt(total) };
    },
    async readUser({ userId }) {
      return { data: message(rpc.UserSchema, await readUser(context, numberInput(userId))) };
    },
    readMe: forUser(async (_request, user) => ({ data: message(rpc.UserSchema, user) })),
    createAirdrop: forUser(async (request, giver) => {
      const members = airdropInput(request);
      context.checkAirdrop({ ...members });
      return { data: airdropMessage(await createAirdrop(context, giver.id, members)) };
    }),
  });
}
