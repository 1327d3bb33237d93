/** Replies to comments (document 2, Reply), oldest first. */

import type { Reply, ReplyList } from '@wallet-services/contract/comment';
import { Refusal } from '@wallet-services/runtime/refusal';
import { isoTime } from '../../values/index.ts';
import { type Authored, authorColumns, authorOf } from '../store/authors.ts';
import { takeIds } from '../store/counters.ts';
import type { CommentStore, ReplyRow } from '../store/tables.ts';
import { contentOf, LONGEST_REPLY } from './content.ts';
import type { CommentContext } from './context.ts';
import { type PageInput, rangeOf } from './paging.ts';
import { writingTime } from './times.ts';

/** @throws Refusal 400 when the range is invalid, 404 when there is no such comment */
export async function listReplies(
  { store }: Pick<CommentContext, 'store'>,
  commentId: number,
  page: PageInput,
): Promise<ReplyList> {
  const { limit, offset } = rangeOf(page);
  const comment = await store
    .selectFrom('comment_comments')
    .select('reply_count')
    .where('id', '=', commentId)
    .executeTakeFirst();
  if (comment === undefined) throw unknownComment(commentId);
  const replies = await repliesAt(store, commentId, offset, limit);
  return { replies, total: comment.reply_count };
}

/**
 * Replies to a comment.
 *
 * @throws Refusal 400 when the content is invalid, 404 when there is no such comment
 */
export async function createReply(
  { store, clock }: Pick<CommentContext, 'store' | 'clock'>,
  author: number,
  commentId: number,
  text: string,
): Promise<Reply> {
  const content = contentOf(text, LONGEST_REPLY);
  return store.transaction().execute(async (transaction) => {
    const now = clock();
    const comment = await transaction
      .updateTable('comment_comments')
      .set((eb) => ({ reply_count: eb('reply_count', '+', 1), updated_at: isoTime(now) }))
      .where('id', '=', commentId)
      .returning('reply_count')
      .executeTakeFirst();
    if (comment === undefined) throw unknownComment(commentId);
    const position = comment.reply_count;
    const [before] = await repliesAt(transaction, commentId, position - 2, 1);
    const created_at = writingTime(now, before?.created_at);
    const id = await takeIds(transaction, 'replies');
    const row: ReplyRow = {
      id,
      user_id: author,
      comment_id: commentId,
      position,
      content,
      created_at,
      updated_at: created_at,
    };
    await transaction.insertInto('comment_replies').values(row).execute();
    const [reply] = await repliesAt(transaction, commentId, position - 1, 1);
    if (reply === undefined) throw new Error(`reply ${id} is not where it was put`);
    return reply;
  });
}

/** The replies after an offset, found by their positions. */
async function repliesAt(store: CommentStore, commentId: number, before: number, length: number): Promise<Reply[]> {
  const rows = await store
    .selectFrom('comment_replies as reply')
    .innerJoin('comment_users as author', 'author.id', 'reply.user_id')
    .selectAll('reply')
    .select(authorColumns)
    .where('reply.comment_id', '=', commentId)
    .where('reply.position', '>', before)
    .where('reply.position', '<=', before + length)
    .orderBy('reply.position')
    .execute();
  return rows.map(replyOf);
}

function replyOf(row: ReplyRow & Authored): Reply {
  return {
    id: row.id,
    user_id: String(row.user_id),
    comment_id: String(row.comment_id),
    content: row.content,
    created_at: row.created_at,
    updated_at: row.updated_at,
    creator: authorOf(row),
  };
}

function unknownComment(id: number): Refusal {
  return new Refusal(404, `there is no comment ${id}`);
}
