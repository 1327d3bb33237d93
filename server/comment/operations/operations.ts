/** What the comment service does, whichever interface asks. */
import type {
  Airdrop,
  AirdropRequest,
  Comment,
  CommentList,
  Reply,
  ReplyList,
  Session,
  SignInRequest,
  Site,
  User,
} from '@wallet-services/contract/comment';
import type { Payer, PaymentOutcome } from '../../network/index.ts';
import type { PaymentCode, ServiceContext } from '../../service.ts';
import { isoTime } from '../../values/index.ts';
import type { CommentTables } from '../store/tables.ts';
import { createAirdrop, findAirdropCode } from './airdrops/airdrops.ts';
import { payAirdrop } from './airdrops/delivery.ts';
import { type CommentQuery, createComment, listComments, readComment } from './comments.ts';
import { changeFavorite } from './favorites.ts';
import type { PageInput } from './paging.ts';
import { createReply, listReplies } from './replies.ts';
import { signIn } from './sign-in/sign-in.ts';
import { createTokens, refusal } from './sign-in/tokens.ts';
import type { SiteChoice } from './site-choice.ts';
import { readSite } from './sites.ts';
import { findUser, readUser } from './users.ts';

/** The operations behind HTTP and RPC. They throw `Refusal` for what a client did wrong. */
export interface CommentOperations {
  /** The time of the server, in milliseconds since 1970. */
  now(): number;
  signIn(request: SignInRequest): Promise<Session>;
  /** The user who was given a token. Throws `Refusal(401)` when it does not hold. */
  caller(token: string): Promise<User>;
  user(id: number): Promise<User>;
  site(id: number): Promise<Site>;
  comment(id: number): Promise<Comment>;
  comments(choice: SiteChoice, query: CommentQuery): Promise<CommentList>;
  write(author: User, choice: SiteChoice, content: string): Promise<Comment>;
  favor(user: User, choice: SiteChoice, commentId: number): Promise<Comment>;
  unfavor(user: User, choice: SiteChoice, commentId: number): Promise<Comment>;
  replies(commentId: number, page: PageInput): Promise<ReplyList>;
  reply(author: User, commentId: number, content: string): Promise<Reply>;
  airdrop(giver: User, request: AirdropRequest): Promise<Airdrop>;
  findCode(codeId: string): Promise<PaymentCode | undefined>;
  payCode(codeId: string, payer: Payer): Promise<PaymentOutcome>;
}

/** What of the server the service needs. */
export type CommentContext = Pick<ServiceContext, 'store' | 'clock' | 'verifier'>;

export async function createCommentOperations(context: CommentContext): Promise<CommentOperations> {
  const { clock, verifier } = context;
  const store = context.store.$extendTables<CommentTables>();
  const tokens = await createTokens(store, clock);
  const favorite = (favored: boolean) => (user: User, choice: SiteChoice, commentId: number) =>
    changeFavorite(store, { favored, userId: user.id, commentId, choice, now: isoTime(clock()) });
  return {
    now: clock,
    signIn: (request) => signIn({ store, verifier, tokens, clock }, request),
    async caller(token) {
      const user = await findUser(store, await tokens.userOf(token));
      if (user === undefined) throw refusal('is that of a user who is not known');
      return user;
    },
    user: (id) => readUser(store, id),
    site: (id) => readSite(store, id),
    comment: (id) => readComment(store, id),
    comments: (choice, query) => listComments(store, choice, query),
    write: (author, choice, content) => createComment(store, clock, author.id, choice, content),
    favor: favorite(true),
    unfavor: favorite(false),
    replies: (commentId, page) => listReplies(store, commentId, page),
    reply: (author, commentId, content) => createReply(store, clock, author.id, commentId, content),
    airdrop: (giver, request) => createAirdrop(store, giver.id, request, isoTime(clock())),
    findCode: (codeId) => findAirdropCode(store, codeId),
    payCode: (codeId, payer) => payAirdrop(store, codeId, payer, isoTime(clock())),
  };
}
