/**
 * The tables of the comment service. Amounts are decimal text; times keep their original text. Each count is stored in
 * the row that it describes and changed in the same transaction, so that no list is scanned for its total.
 *
 * Comments and replies are never deleted, only appended. Each therefore has a fixed position in its lists, and a page
 * at any offset is found by position.
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

/** A page of a site; its row is created with its first comment. */
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
  /** Position among the comments of its site in the order of time, from 1. */
  site_position: number;
  /** Position among the comments of its page in the order of time, from 1. */
  page_position: number;
  favor_count: number;
  reply_count: number;
  /** `null` when rewards were never counted; the comment then answers `rewards: null`. */
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
  /** Position among the replies to its comment in the order of time, from 1. */
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
  /** 0 when the type does not use it; `slug`, `opponent_id` and `strategy_name` are then empty as well. */
  site_id: number;
  slug: string;
  opponent_id: number;
  tip_type: string;
  strategy_name: string;
  /** JSON object; `null` when the type has no parameters. */
  strategy_params: string | null;
  asset_id: string;
  amount: string;
  memo: string;
  redirect_url: string;
  status: number;
  created_at: string;
  updated_at: string;
  payment_code: string;
  /** Id of the transfer that paid the airdrop. */
  snapshot_id: string | null;
};

/** The share of one receiver of an airdrop. */
export type RewardRow = {
  id: number;
  airdrop_id: number;
  recipient_id: number;
  /** `null` when a user is rewarded without a comment; `position` is then `null` as well. */
  comment_id: number | null;
  /** Position among the rewards of its comment, from 1. */
  position: number | null;
  asset_id: string;
  amount: string;
  memo: string;
  created_at: string;
};

/** The last assigned number. Databases differ in their own counters, so the service has its own table. */
export type CounterRow = {
  name: 'users' | 'comments' | 'replies' | 'airdrops' | 'rewards';
  last_id: number;
};

/** The key with which the service signs its tokens. */
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
