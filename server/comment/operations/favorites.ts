/** Favorites: one a user and comment, so that doing it again changes nothing. */
import type { Comment } from '@wallet-services/contract/comment';
import type { CommentStore } from '../store/tables.ts';
import { readComment } from './comments.ts';
import { refuseOtherSite, type SiteChoice } from './site-choice.ts';

/** Whose favorite which comment is to be, or is no longer to be. */
export interface FavoriteChange {
  readonly favored: boolean;
  readonly userId: number;
  readonly commentId: number;
  readonly choice: SiteChoice;
  /** ISO 8601. */
  readonly now: string;
}

/**
 * Makes a comment a favorite, or takes it back.
 *
 * @returns the comment, with the count that follows
 * @throws Refusal 404 when there is no such comment on the chosen site
 */
export async function changeFavorite(store: CommentStore, change: FavoriteChange): Promise<Comment> {
  const { commentId, choice, favored, now } = change;
  return store.transaction().execute(async (transaction) => {
    const comment = await readComment(transaction, commentId);
    await refuseOtherSite(transaction, choice, comment);
    const changed = favored ? await add(transaction, change) : await remove(transaction, change);
    if (!changed) return comment;
    await transaction
      .updateTable('comment_comments')
      .set((eb) => ({ favor_count: eb('favor_count', favored ? '+' : '-', 1), updated_at: now }))
      .where('id', '=', commentId)
      .execute();
    return readComment(transaction, commentId);
  });
}

/** @returns whether it was not one yet */
async function add(transaction: CommentStore, { userId, commentId }: FavoriteChange): Promise<boolean> {
  const result = await transaction
    .insertInto('comment_favorites')
    .values({ comment_id: commentId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['comment_id', 'user_id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** @returns whether it was one */
async function remove(transaction: CommentStore, { userId, commentId }: FavoriteChange): Promise<boolean> {
  const result = await transaction
    .deleteFrom('comment_favorites')
    .where('comment_id', '=', commentId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
