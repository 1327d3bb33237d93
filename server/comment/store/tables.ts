/**
 * The tables of the comment service. Amounts are decimal text; times keep their original text. Counts are stored with
 * the row that they belong to, changed in the same transaction, so that no list is scanned for its total.
 *
 * Comments and replies are never deleted and only ever appended, so each has a fixed position in its lists: a page at
 * any offset is found by position, however long the list is.
 */
import type { Site, User } from '@wallet-services/contract/comment';
import type { Kysely } from 'kysely';

type UserRow = User;

export type SiteRow = Omit<Site, 'origins' | 'use_permanent_storage'> & {
  /** JSON array of URLs. */
  origins: string;
  /** 0 or 1. */
  use_permanent_storage: number;
  /** Comments on all of its pages. */
  comment_count: number;
};

/** A page of a site, known since its first comment. */
export type PageRow = {
  site_id: number;
  slug: string;
  comment_count: number;
};

export type CommentRow = {
  id: number;
  user_id: number;
  site_id: number;
  slug: string;
  /** Place among the comments of its site in the order of time, from 1. */
  site_position: number;
  /** Place among the comments of its page in the order of time, from 1. */
  page_position: number;
  favor_count: number;
  reply_count: number;
  /** `null` where rewards were never counted: such a comment answers `rewards: null`. */
  reward_count: number | null;
  storage_tx_hash: string;
  content: string;
  created_at: string;
  updated_at: string;
};

export type ReplyRow = {
  id: number;
  user_id: number;
  comment_id: number;
  /** Place among the replies to its comment in the order of time, from 1. */
  position: number;
  content: string;
  created_at: string;
  updated_at: string;
};

export type FavoriteRow = {
  comment_id: number;
  user_id: number;
};

export type AirdropRow = {
  id: number;
  uuid: string;
  user_id: number;
  /** 0 where the type has none, as in `slug`, `opponent_id` and `strategy_name`. */
  site_id: number;
  slug: string;
  opponent_id: number;
  tip_type: string;
  strategy_name: string;
  /** JSON object; `null` where the type has none. */
  strategy_params: string | null;
  asset_id: string;
  amount: string;
  memo: string;
  redirect_url: string;
  status: number;
  created_at: string;
  updated_at: string;
  payment_code: string;
  /** Id of the transfer that paid it. */
  snapshot_id: string | null;
};

/** What one receiver got of an airdrop. */
export type RewardRow = {
  id: number;
  airdrop_id: number;
  recipient_id: number;
  /** `null` where a user is rewarded rather than a comment, as is `position`. */
  comment_id: number | null;
  /** Place among the rewards of its comment, from 1. */
  position: number | null;
  asset_id: string;
  amount: string;
  memo: string;
  created_at: string;
};

/** The last number given. A counter of our own, because databases write that of theirs differently. */
export type CounterRow = {
  name: 'users' | 'comments' | 'replies' | 'airdrops' | 'rewards';
  last_id: number;
};

/** What the service signs its tokens with. */
type SecretRow = {
  name: 'token';
  /** 32 bytes, base64. */
  value: string;
};

export type CommentTables = {
  comment_users: UserRow;
  comment_sites: SiteRow;
  comment_pages: PageRow;
  comment_comments: CommentRow;
  comment_replies: ReplyRow;
  comment_favorites: FavoriteRow;
  comment_airdrops: AirdropRow;
  comment_rewards: RewardRow;
  comment_counters: CounterRow;
  comment_secrets: SecretRow;
};

/** The database, or a transaction in it, with the tables of this service. */
export type CommentStore = Kysely<CommentTables>;
