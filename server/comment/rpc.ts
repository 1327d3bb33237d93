/** The twelve RPC methods of the comment service: the same answers as over HTTP, without the envelope. */
import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import { type Airdrop, type Comment, rpc } from '@wallet-services/contract/comment';
import type { MemberCheck } from '../contract/index.ts';
import { bearerToken } from '../rpc/bearer.ts';
import { type RpcCall, type RpcService, rpcService } from '../rpc/service.ts';
import { airdropInput, choiceInput, numberInput, orderInput, pageInput, signInInput } from './messages.ts';
import type { CommentOperations } from './operations/operations.ts';

/** @param checkAirdrop that the members of an airdrop have the form of the document */
export function commentRpc(operations: CommentOperations, checkAirdrop: MemberCheck): RpcService {
  const caller = (call: RpcCall) => operations.caller(bearerToken(call));
  return rpcService(rpc.CommentService, {
    async signIn(request) {
      return message(rpc.SignInResponseSchema, await operations.signIn(signInInput(request)));
    },
    async readSite({ siteId }) {
      return { data: message(rpc.SiteSchema, await operations.site(numberInput(siteId))) };
    },
    async createComment(request, call) {
      const author = await caller(call);
      return { data: commentMessage(await operations.write(author, choiceInput(request), request.content)) };
    },
    async listComments(request) {
      const query = { ...pageInput(request), order: orderInput(request.orderBy) };
      const { comments, total } = await operations.comments(choiceInput(request), query);
      return { comments: (comments ?? []).map(commentMessage), total: BigInt(total) };
    },
    async readComment({ commentId }) {
      return { data: commentMessage(await operations.comment(numberInput(commentId))) };
    },
    async favorComment(request, call) {
      const user = await caller(call);
      const comment = await operations.favor(user, choiceInput(request), numberInput(request.commentId));
      return { data: commentMessage(comment) };
    },
    async unfavorComment(request, call) {
      const user = await caller(call);
      const comment = await operations.unfavor(user, choiceInput(request), numberInput(request.commentId));
      return { data: commentMessage(comment) };
    },
    async createReply({ commentId, content }, call) {
      const author = await caller(call);
      return { data: message(rpc.ReplySchema, await operations.reply(author, numberInput(commentId), content)) };
    },
    async listReplies(request) {
      const { replies, total } = await operations.replies(numberInput(request.commentId), pageInput(request));
      return { replies: (replies ?? []).map((reply) => message(rpc.ReplySchema, reply)), total: BigInt(total) };
    },
    async readUser({ userId }) {
      return { data: message(rpc.UserSchema, await operations.user(numberInput(userId))) };
    },
    async readMe(_request, call) {
      return { data: message(rpc.UserSchema, await caller(call)) };
    },
    async createAirdrop(request, call) {
      const giver = await caller(call);
      const members = airdropInput(request);
      checkAirdrop({ ...members });
      return { data: airdropMessage(await operations.airdrop(giver, members)) };
    },
  });
}

/** RPC carries each reward as JSON text, and has no list that is `null`. */
function commentMessage({ rewards, ...comment }: Comment): rpc.Comment {
  return message(rpc.CommentSchema, { ...comment, rewards: (rewards ?? []).map(jsonBytes) });
}

/** RPC carries the parameters of the strategy as JSON text, empty where there are none. */
function airdropMessage({ strategy_params, ...airdrop }: Airdrop): rpc.Airdrop {
  const params = strategy_params === null ? '' : jsonBytes(strategy_params);
  return message(rpc.AirdropSchema, { ...airdrop, strategy_params: params });
}

/** JSON text as bytes, in the form that they have in the JSON of a message. */
function jsonBytes(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

/** The JSON members have the names of the message's fields; a member that does not fit throws. */
function message<Schema extends Parameters<typeof fromJson>[0]>(schema: Schema, members: object) {
  return fromJson(schema, members as JsonValue);
}
