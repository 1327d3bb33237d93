/** Reads the data of the document's examples, which are its only source. */
import type {
  Airdrop,
  AirdropRequest,
  AirdropResponse,
  Comment,
  CommentListResponse,
  Reply,
  ReplyListResponse,
  Site,
  SiteResponse,
  User,
  UserResponse,
} from '@wallet-services/contract/comment';
import { exampleAnswer, exampleRequest, readDocument } from '../../contract/index.ts';

/** An airdrop that is not paid yet. */
export interface RequestedAirdrop {
  readonly airdrop: Airdrop;
  readonly redirectUrl: string;
}

export interface Cast {
  readonly users: readonly User[];
  readonly site: Site;
  readonly comments: readonly Comment[];
  readonly replies: readonly Reply[];
  readonly airdrops: readonly RequestedAirdrop[];
}

export async function readCast(): Promise<Cast> {
  const document = await readDocument('comment');
  const responseTo = (name: string): RequestedAirdrop => ({
    airdrop: exampleAnswer<AirdropResponse>(document, 'createAirdrop', name).data,
    redirectUrl: exampleRequest<AirdropRequest>(document, 'createAirdrop', name).redirect_url,
  });
  return {
    users: [
      exampleAnswer<UserResponse>(document, 'readMe').data,
      exampleAnswer<UserResponse>(document, 'readUser', 'with-picture').data,
      exampleAnswer<UserResponse>(document, 'readUser', 'without-picture').data,
    ],
    site: exampleAnswer<SiteResponse>(document, 'readSite').data,
    comments: exampleAnswer<CommentListResponse>(document, 'listComments', 'oldest-first').data.comments ?? [],
    replies: exampleAnswer<ReplyListResponse>(document, 'listReplies', 'replies').data.replies ?? [],
    airdrops: [responseTo('to-the-top-comments'), responseTo('to-one-user')],
  };
}
