/**
 * Delivers a paid airdrop. The documents do not say how topn and avg choose comments and share the amount: here topn
 * takes the comments with the most favorites, avg all comments of the page, and both share equally. The reward of a
 * page goes to the owner of its site.
 */
import type { Payer, PaymentOutcome } from '../../../network/index.ts';
import { isoTime } from '../../../values/index.ts';
import { takeIds } from '../../store/counters.ts';
import type { AirdropRow, CommentStore, RewardRow } from '../../store/tables.ts';
import type { CommentContext } from '../context.ts';
import { AirdropStatus, MOST_RECEIVERS } from './airdrops.ts';
import { equalShares } from './split.ts';

/** The user who receives a share, for a comment or not. */
interface Receiver {
  readonly recipient_id: number;
  readonly comment_id: number | null;
}

/** Rows in a statement: databases limit its parameters. */
const ROWS = 50;

const NO_RECEIVERS: PaymentOutcome = { state: 'refunded', reason: 'the page has no comments to share the airdrop' };
const PAID_BEFORE: PaymentOutcome = { state: 'refunded', reason: 'the airdrop was paid before' };

/**
 * Accepts the payment of an airdrop and delivers it once. A repeated transfer has the same outcome; another transfer is
 * sent back.
 *
 * @throws Error when the code belongs to no airdrop
 */
export async function payCode(
  { store, clock }: CommentContext,
  codeId: string,
  { snapshotId }: Payer,
): Promise<PaymentOutcome> {
  const now = isoTime(clock());
  return store.transaction().execute(async (transaction) => {
    const airdrop = await transaction
      .selectFrom('comment_airdrops')
      .selectAll()
      .where('payment_code', '=', codeId.toLowerCase())
      .executeTakeFirstOrThrow();
    const paid = { snapshot_id: snapshotId, updated_at: now };
    if (!(await advance(transaction, airdrop, AirdropStatus.created, { ...paid, status: AirdropStatus.paid }))) {
      return outcomeOf(airdrop, snapshotId);
    }
    const receivers = await receiversOf(transaction, airdrop);
    if (receivers.length === 0) {
      await advance(transaction, airdrop, AirdropStatus.paid, { status: AirdropStatus.failed });
      return NO_RECEIVERS;
    }
    await advance(transaction, airdrop, AirdropStatus.paid, { status: AirdropStatus.sending });
    await reward(transaction, airdrop, receivers, now);
    await advance(transaction, airdrop, AirdropStatus.sending, { status: AirdropStatus.delivered });
    return { state: 'accepted' };
  });
}

/** Changes an airdrop's status. @returns false when it does not have the expected status */
async function advance(
  transaction: CommentStore,
  { id }: AirdropRow,
  from: number,
  change: Partial<AirdropRow>,
): Promise<boolean> {
  const result = await transaction
    .updateTable('comment_airdrops')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The outcome of a transfer that was reported before, or that came too late. */
function outcomeOf({ status, snapshot_id }: AirdropRow, snapshotId: string): PaymentOutcome {
  if (snapshot_id !== snapshotId) return PAID_BEFORE;
  return status === AirdropStatus.failed ? NO_RECEIVERS : { state: 'accepted' };
}

async function receiversOf(store: CommentStore, airdrop: AirdropRow): Promise<readonly Receiver[]> {
  switch (airdrop.tip_type) {
    case 'user':
      return [{ recipient_id: airdrop.opponent_id, comment_id: null }];
    case 'slug':
      return siteOwner(store, airdrop.site_id);
    case 'comment':
      return commentsFor(store, (query) => query.where('id', '=', airdrop.opponent_id));
    default:
      return commentsFor(store, (query) =>
        query
          .where('site_id', '=', airdrop.site_id)
          .where('slug', '=', airdrop.slug)
          .orderBy('favor_count', 'desc')
          .orderBy('id', 'desc')
          .limit(countOf(airdrop)),
      );
  }
}

/** Number of rewarded comments: the parameter of topn, all for avg, up to the limit. */
function countOf({ strategy_name, strategy_params }: AirdropRow): number {
  const { n }: { n?: number } = strategy_name === 'topn' ? JSON.parse(strategy_params ?? '{}') : {};
  return Math.min(n ?? MOST_RECEIVERS, MOST_RECEIVERS);
}

async function siteOwner(store: CommentStore, siteId: number): Promise<Receiver[]> {
  const sites = await store.selectFrom('comment_sites').select('user_id').where('id', '=', siteId).execute();
  return sites.map(({ user_id }) => ({ recipient_id: user_id, comment_id: null }));
}

async function commentsFor(
  store: CommentStore,
  choose: (query: ReturnType<typeof commentQuery>) => ReturnType<typeof commentQuery>,
): Promise<Receiver[]> {
  const comments = await choose(commentQuery(store)).execute();
  return comments.map(({ id, user_id }) => ({ recipient_id: user_id, comment_id: id }));
}

function commentQuery(store: CommentStore) {
  return store.selectFrom('comment_comments').select(['id', 'user_id']);
}

async function reward(
  transaction: CommentStore,
  { id: airdrop_id, asset_id, amount, memo }: AirdropRow,
  receivers: readonly Receiver[],
  created_at: string,
): Promise<void> {
  const shares = equalShares(amount, receivers.length);
  const first = await takeIds(transaction, 'rewards', shares.length);
  const rows: RewardRow[] = [];
  for (const [place, share] of shares.entries()) {
    const receiver = receivers[place];
    if (receiver === undefined) throw new RangeError('there are more shares than receivers');
    const position =
      receiver.comment_id === null ? null : await countReward(transaction, receiver.comment_id, created_at);
    rows.push({ id: first + place, airdrop_id, ...receiver, position, asset_id, amount: share, memo, created_at });
  }
  for (let begin = 0; begin < rows.length; begin += ROWS) {
    await transaction
      .insertInto('comment_rewards')
      .values(rows.slice(begin, begin + ROWS))
      .execute();
  }
}

/** Counts another reward of a comment. @returns the new count, which is the reward's position */
async function countReward(transaction: CommentStore, commentId: number, now: string): Promise<number> {
  const { reward_count } = await transaction
    .updateTable('comment_comments')
    .set((eb) => ({ reward_count: eb(eb.fn.coalesce('reward_count', eb.lit(0)), '+', 1), updated_at: now }))
    .where('id', '=', commentId)
    .returning('reward_count')
    .executeTakeFirstOrThrow();
  return reward_count ?? 0;
}
