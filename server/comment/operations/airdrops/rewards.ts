/** The rewards of comments. The documents do not define an entry; here it has the receiver and the amount. */
import type { CommentStore, RewardRow } from '../../store/tables.ts';

/** One reward of a comment. */
export type RewardEntry = {
  readonly id: number;
  readonly recipient_id: number;
  readonly asset_id: string;
  readonly amount: string;
  readonly memo: string;
  readonly created_at: string;
};

/** Number of rewards that a comment shows: the latest ones. */
const SHOWN = 100;

/** The rewards of comments by the comment's number, oldest first. */
export async function rewardsOf(
  store: CommentStore,
  comments: readonly number[],
): Promise<ReadonlyMap<number, RewardEntry[]>> {
  const entries = new Map<number, RewardEntry[]>();
  if (comments.length === 0) return entries;
  const rows = await store
    .selectFrom('comment_rewards as reward')
    .innerJoin('comment_comments as comment', 'comment.id', 'reward.comment_id')
    .selectAll('reward')
    .where('reward.comment_id', 'in', comments)
    .whereRef('reward.position', '>', (eb) => eb('comment.reward_count', '-', SHOWN))
    .orderBy('reward.comment_id')
    .orderBy('reward.position')
    .execute();
  for (const row of rows) {
    if (row.comment_id === null) continue;
    const known = entries.get(row.comment_id);
    if (known === undefined) entries.set(row.comment_id, [entryOf(row)]);
    else known.push(entryOf(row));
  }
  return entries;
}

function entryOf({ id, recipient_id, asset_id, amount, memo, created_at }: RewardRow): RewardEntry {
  return { id, recipient_id, asset_id, amount, memo, created_at };
}
