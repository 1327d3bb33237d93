/** Comments on pages of sites (document 2, Comment). */

import type { Comment, CommentList, CommentOrder } from '@wallet-services/contract/comment';
import { Refusal } from '@wallet-services/runtime/refusal';
import { type Authored, authorColumns, authorOf } from '../store/authors.ts';
import { takeIds } from '../store/counters.ts';
import type { CommentRow, CommentStore } from '../store/tables.ts';
import { type RewardEntry, rewardsOf } from './airdrops/rewards.ts';
import { contentOf, LONGEST_COMMENT } from './content.ts';
import type { CommentContext } from './context.ts';
import { type PageInput, rangeOf } from './paging.ts';
import { chosenSite, type SiteChoice } from './site-choice.ts';
import { writingTime } from './times.ts';

/** Which comments to list. */
export interface CommentQuery extends PageInput {
  /** Default: `created_at`, newest first. */
  readonly order?: CommentOrder | undefined;
}

/** Longest name of a page, in UTF-16 units. */
const LONGEST_SLUG = 512;

/** @throws Refusal 404 when there is no such comment */
export async function readComment({ store }: Pick<CommentContext, 'store'>, id: number): Promise<Comment> {
  const [comment] = await commentsOf(store, [id]);
  if (comment === undefined) throw new Refusal(404, `there is no comment ${id}`);
  return comment;
}

/**
 * Lists the comments of a page, or of a whole site when no page is chosen.
 *
 * @throws Refusal 400 when no site is chosen or the range is invalid, 404 when there is no such site
 */
export async function listComments(
  { store }: Pick<CommentContext, 'store'>,
  choice: SiteChoice,
  { order = 'created_at', ...page }: CommentQuery,
): Promise<CommentList> {
  const { limit, offset } = rangeOf(page);
  const { siteId, slug, commentCount } = await chosenSite(store, choice);
  const total = slug === undefined ? commentCount : await pageCount(store, siteId, slug);
  const length = Math.min(limit, total - offset);
  if (length <= 0) return { comments: [], total };
  const place = { siteId, slug };
  const ids =
    order === 'favor_count'
      ? await idsByFavor(store, place, { offset, length, total })
      : await idsByTime(store, place, order === 'created_at' ? total - offset - length : offset, length);
  return { comments: await commentsOf(store, order === 'created_at' ? ids.reverse() : ids), total };
}

/**
 * Writes a comment.
 *
 * @throws Refusal 400 when no page is chosen or the content is invalid, 404 when there is no such site
 */
export async function createComment(
  { store, clock }: Pick<CommentContext, 'store' | 'clock'>,
  author: number,
  choice: SiteChoice,
  text: string,
): Promise<Comment> {
  const content = contentOf(text, LONGEST_COMMENT);
  return store.transaction().execute(async (transaction) => {
    const { siteId, slug } = await chosenSite(transaction, choice);
    if (slug === undefined) {
      const hint = 'by the header X-COMMENT-SITE-SLUG or by slug, beside the id of the site';
      throw new Refusal(400, 'no page is chosen: the slug is missing', { hint });
    }
    if (slug.length > LONGEST_SLUG) throw new Refusal(400, `the slug is longer than ${LONGEST_SLUG} characters`);
    const place = await takePlace(transaction, siteId, slug);
    const created_at = writingTime(clock(), await timeAt(transaction, siteId, place.site_position - 1));
    const row: CommentRow = {
      id: await takeIds(transaction, 'comments'),
      user_id: author,
      site_id: siteId,
      slug,
      ...place,
      favor_count: 0,
      reply_count: 0,
      reward_count: 0,
      storage_tx_hash: '',
      content,
      created_at,
      updated_at: created_at,
    };
    await transaction.insertInto('comment_comments').values(row).execute();
    return readComment({ store: transaction }, row.id);
  });
}

interface Place {
  readonly siteId: number;
  readonly slug: string | undefined;
}

/** Counts another comment of the site and of the page. @returns its positions in their lists */
async function takePlace(transaction: CommentStore, siteId: number, slug: string) {
  const site = await transaction
    .updateTable('comment_sites')
    .set((eb) => ({ comment_count: eb('comment_count', '+', 1) }))
    .where('id', '=', siteId)
    .returning('comment_count')
    .executeTakeFirstOrThrow();
  const page = await transaction
    .insertInto('comment_pages')
    .values({ site_id: siteId, slug, comment_count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['slug', 'site_id'])
        .doUpdateSet((eb) => ({ comment_count: eb('comment_pages.comment_count', '+', 1) })),
    )
    .returning('comment_count')
    .executeTakeFirstOrThrow();
  return { site_position: site.comment_count, page_position: page.comment_count };
}

async function timeAt(store: CommentStore, siteId: number, position: number): Promise<string | undefined> {
  const row = await store
    .selectFrom('comment_comments')
    .select('created_at')
    .where('site_id', '=', siteId)
    .where('site_position', '=', position)
    .executeTakeFirst();
  return row?.created_at;
}

async function pageCount(store: CommentStore, siteId: number, slug: string): Promise<number> {
  const page = await store
    .selectFrom('comment_pages')
    .select('comment_count')
    .where('slug', '=', slug)
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  return page?.comment_count ?? 0;
}

/** Finds comments by their positions, so that any offset is found at once. */
async function idsByTime(store: CommentStore, { siteId, slug }: Place, before: number, length: number) {
  const position = slug === undefined ? 'site_position' : 'page_position';
  const rows = await store
    .selectFrom('comment_comments')
    .select('id')
    .where('site_id', '=', siteId)
    .$if(slug !== undefined, (query) => query.where('slug', '=', slug ?? ''))
    .where(position, '>', before)
    .where(position, '<=', before + length)
    .orderBy(position)
    .execute();
  return rows.map(({ id }) => id);
}

/** Reads from the nearer end of the index, which contains all columns that are needed. */
async function idsByFavor(
  store: CommentStore,
  { siteId, slug }: Place,
  { offset, length, total }: { readonly offset: number; readonly length: number; readonly total: number },
) {
  const after = total - offset - length;
  const fromEnd = after < offset;
  const direction = fromEnd ? 'asc' : 'desc';
  const rows = await store
    .selectFrom('comment_comments')
    .select('id')
    .where('site_id', '=', siteId)
    .$if(slug !== undefined, (query) => query.where('slug', '=', slug ?? ''))
    .orderBy('favor_count', direction)
    .orderBy('id', direction)
    .limit(length)
    .offset(fromEnd ? after : offset)
    .execute();
  const ids = rows.map(({ id }) => id);
  return fromEnd ? ids.reverse() : ids;
}

/** The comments with these numbers, in this order; missing ones are left out. */
async function commentsOf(store: CommentStore, ids: readonly number[]): Promise<Comment[]> {
  const rows = await store
    .selectFrom('comment_comments as comment')
    .innerJoin('comment_users as author', 'author.id', 'comment.user_id')
    .selectAll('comment')
    .select(authorColumns)
    .where('comment.id', 'in', ids)
    .execute();
  const rewarded = rows.filter(({ reward_count }) => reward_count !== null && reward_count > 0).map(({ id }) => id);
  const rewards = await rewardsOf(store, rewarded);
  const comments = new Map(rows.map((row) => [row.id, commentOf(row, rewards.get(row.id))]));
  return ids.flatMap((id) => comments.get(id) ?? []);
}

function commentOf(row: CommentRow & Authored, rewards: RewardEntry[] | undefined): Comment {
  return {
    id: row.id,
    user_id: String(row.user_id),
    site_id: row.site_id,
    slug: row.slug,
    favor_count: row.favor_count,
    reply_count: row.reply_count,
    storage_tx_hash: row.storage_tx_hash,
    content: row.content,
    created_at: row.created_at,
    updated_at: row.updated_at,
    creator: authorOf(row),
    rewards: rewards ?? [],
  };
}
