/** The columns of an author in queries of comments and replies. */
import type { Creator } from '@wallet-services/contract/comment';

/** The columns of `comment_users as author`, with their own aliases. */
export const authorColumns = [
  'author.network_user_id',
  'author.network_identity_number',
  'author.full_name',
  'author.avatar_url',
  'author.created_at as author_created_at',
] as const;

/** A row with these columns and the author's number. */
export interface Authored {
  readonly user_id: number;
  readonly network_user_id: string;
  readonly network_identity_number: string;
  readonly full_name: string;
  readonly avatar_url: string;
  readonly author_created_at: string;
}

export function authorOf(row: Authored): Creator {
  return {
    id: String(row.user_id),
    network_user_id: row.network_user_id,
    network_identity_number: row.network_identity_number,
    full_name: row.full_name,
    avatar_url: row.avatar_url,
    created_at: row.author_created_at,
  };
}
