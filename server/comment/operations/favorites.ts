/** Favorites: a user has at most one per comment, so repeating a request changes nothing. */
import type { Comment } from '@wallet-services/contract/comment';
import { isoTime } from '../../values/index.ts';
import type { CommentStore } from '../store/tables.ts';
import { readComment } from './comments.ts';
import type { CommentContext } from './context.ts';
import { refuseOtherSite, type SiteChoice } from './site-choice.ts';

/** The user, the chosen site, and the comment. */
interface Favorite {
  readonly userId: number;
  readonly choice: SiteChoice;
  readonly commentId: number;
}

/**
 * Adds a favorite.
 *
 * @returns the comment, with the new count
 * @throws Refusal 404 when there is no such comment on the chosen site
 */
export function favorComment(
  context: Writing,
  userId: number,
  choice: SiteChoice,
  commentId: number,
): Promise<Comment> {
  return change(context, { userId, choice, commentId }, true);
}

/** Removes a favorite, with the same errors. */
export function unfavorComment(
  context: Writing,
  userId: number,
  choice: SiteChoice,
  commentId: number,
): Promise<Comment> {
  return change(context, { userId, choice, commentId }, false);
}

type Writing = Pick<CommentContext, 'store' | 'clock'>;

async function change({ store, clock }: Writing, favorite: Favorite, favored: boolean): Promise<Comment> {
  const { choice, commentId } = favorite;
  return store.transaction().execute(async (transaction) => {
    const comment = await readComment({ store: transaction }, commentId);
    await refuseOtherSite(transaction, choice, comment);
    const changed = favored ? await add(transaction, favorite) : await remove(transaction, favorite);
    if (!changed) return comment;
    await transaction
      .updateTable('comment_comments')
      .set((eb) => ({ favor_count: eb('favor_count', favored ? '+' : '-', 1), updated_at: isoTime(clock()) }))
      .where('id', '=', commentId)
      .execute();
    return readComment({ store: transaction }, commentId);
  });
}

/** @returns whether it was added: false when it existed */
async function add(transaction: CommentStore, { userId, commentId }: Favorite): Promise<boolean> {
  const result = await transaction
    .insertInto('comment_favorites')
    .values({ comment_id: commentId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['comment_id', 'user_id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** @returns whether it was removed: false when there was none */
async function remove(transaction: CommentStore, { userId, commentId }: Favorite): Promise<boolean> {
  const result = await transaction
    .deleteFrom('comment_favorites')
    .where('comment_id', '=', commentId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
