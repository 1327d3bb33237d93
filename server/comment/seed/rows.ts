/** Converts the community and the document's examples to rows, and derives numbers, counts and positions. */
import type { Comment } from '@wallet-services/contract/comment';
import { isoTime, type RandomSource } from '../../values/index.ts';
import { AirdropStatus } from '../operations/airdrops/airdrops.ts';
import type { RewardEntry } from '../operations/airdrops/rewards.ts';
import type { AirdropRow, CommentRow, FavoriteRow, PageRow, ReplyRow, RewardRow } from '../store/tables.ts';
import type { Cast, RequestedAirdrop } from './cast.ts';
import type { SeedComment } from './community.ts';
import type { SeedAirdrop } from './rewards.ts';

type Unplaced = Omit<CommentRow, 'site_position' | 'page_position'>;

/** The comments of the community, numbered up to `before`. */
export function communityComments(
  comments: readonly SeedComment[],
  airdrops: readonly SeedAirdrop[],
  before: number,
  random: RandomSource,
): Unplaced[] {
  const first = before - comments.length;
  return comments.map((comment, place) => {
    const rewards = airdrops.filter(({ shares }) => shares.some((share) => share.comment === comment));
    const changes = [...comment.replies, ...comment.favorites, ...rewards].map(({ at }) => at);
    return {
      id: first + place,
      user_id: comment.userId,
      site_id: comment.site.id,
      slug: comment.slug,
      favor_count: comment.favorites.length,
      reply_count: comment.replies.length,
      reward_count: rewards.length,
      storage_tx_hash: comment.site.use_permanent_storage ? storageHash(random) : '',
      content: comment.content,
      created_at: isoTime(comment.at),
      updated_at: isoTime(Math.max(comment.at, ...changes)),
    };
  });
}

function storageHash(random: RandomSource): string {
  return Buffer.from(random.bytes(32)).toString('base64url');
}

/** The comments of the examples. */
export function castComments({ comments }: Cast): Unplaced[] {
  return comments.map(({ creator: _creator, rewards, user_id, ...comment }) => ({
    ...comment,
    user_id: Number(user_id),
    reward_count: rewards === null ? null : rewards.length,
  }));
}

/** Assigns each comment its positions. */
export function placed(comments: readonly Unplaced[]): { comments: CommentRow[]; pages: PageRow[] } {
  const sites = new Map<number, number>();
  const pages = new Map<string, PageRow>();
  const rows = comments.map((comment) => {
    const { site_id, slug } = comment;
    const site_position = (sites.get(site_id) ?? 0) + 1;
    sites.set(site_id, site_position);
    const key = JSON.stringify([site_id, slug]);
    const page_position = (pages.get(key)?.comment_count ?? 0) + 1;
    pages.set(key, { site_id, slug, comment_count: page_position });
    return { ...comment, site_position, page_position };
  });
  return { comments: rows, pages: [...pages.values()] };
}

/** @param first number of the first reply's comment */
export function communityReplies(comments: readonly SeedComment[], first: number, before: number): ReplyRow[] {
  const replies = comments
    .flatMap((comment, place) =>
      comment.replies.map((reply, position) => ({ reply, comment_id: first + place, position: position + 1 })),
    )
    .toSorted((a, b) => a.reply.at - b.reply.at);
  return replies.map(({ reply, comment_id, position }, place) => ({
    id: before - replies.length + place,
    user_id: reply.userId,
    comment_id,
    position,
    content: reply.content,
    created_at: isoTime(reply.at),
    updated_at: isoTime(reply.at),
  }));
}

export function castReplies({ replies }: Cast): ReplyRow[] {
  return replies.map(({ creator: _creator, user_id, comment_id, ...reply }, place) => ({
    ...reply,
    user_id: Number(user_id),
    comment_id: Number(comment_id),
    position: place + 1,
  }));
}

export function communityFavorites(comments: readonly SeedComment[], first: number): FavoriteRow[] {
  return comments.flatMap(({ favorites }, place) =>
    favorites.map(({ userId }) => ({ comment_id: first + place, user_id: userId })),
  );
}

/**
 * The examples give the number of favorites of a comment, and state that the user of the sign-in example is among them,
 * as the last one.
 */
export function castFavorites({ comments, users }: Cast): FavoriteRow[] {
  return comments.flatMap(({ id, user_id, favor_count }) =>
    users
      .toReversed()
      .filter((user) => String(user.id) !== user_id)
      .slice(0, favor_count)
      .map((user) => ({ comment_id: id, user_id: user.id })),
  );
}

/** Delivered airdrops with their rewards, numbered up to the given numbers. */
export function communityAirdrops(
  airdrops: readonly SeedAirdrop[],
  comments: readonly SeedComment[],
  {
    firstComment,
    beforeAirdrop,
    beforeReward,
  }: Readonly<Record<'firstComment' | 'beforeAirdrop' | 'beforeReward', number>>,
  random: RandomSource,
): { airdrops: AirdropRow[]; rewards: RewardRow[] } {
  const firstAirdrop = beforeAirdrop - airdrops.length;
  const counts = new Map<SeedComment, number>();
  const shares = airdrops.flatMap((airdrop, place) =>
    airdrop.shares.map((share) => ({ ...share, airdrop, airdrop_id: firstAirdrop + place })),
  );
  const rewards = shares.map(({ comment, amount, airdrop, airdrop_id }, place): RewardRow => {
    const position = (counts.get(comment) ?? 0) + 1;
    counts.set(comment, position);
    return {
      id: beforeReward - shares.length + place,
      airdrop_id,
      recipient_id: comment.userId,
      comment_id: firstComment + comments.indexOf(comment),
      position,
      asset_id: airdrop.assetId,
      amount,
      memo: airdrop.memo,
      created_at: isoTime(airdrop.at),
    };
  });
  const rows = airdrops.map((airdrop, place): AirdropRow => {
    const [share] = airdrop.shares;
    const page = airdrop.type === 'comments' ? { site_id: share?.comment.site.id, slug: share?.comment.slug } : {};
    return deliveredRow(random, {
      id: firstAirdrop + place,
      user_id: airdrop.giverId,
      site_id: page.site_id ?? 0,
      slug: page.slug ?? '',
      opponent_id: share === undefined || page.slug !== undefined ? 0 : firstComment + comments.indexOf(share.comment),
      tip_type: airdrop.type,
      strategy_name: airdrop.strategy,
      strategy_params: paramsOf(airdrop),
      asset_id: airdrop.assetId,
      amount: airdrop.amount,
      memo: airdrop.memo,
      redirect_url: redirectTo(share?.comment),
      created_at: isoTime(airdrop.at),
      updated_at: isoTime(airdrop.at),
    });
  });
  return { airdrops: rows, rewards };
}

function paramsOf({ strategy, shares }: SeedAirdrop): string | null {
  if (strategy === '') return null;
  return JSON.stringify(strategy === 'topn' ? { n: shares.length } : {});
}

function redirectTo(comment: SeedComment | undefined): string {
  return `${comment?.site.origins?.[0] ?? ''}/${comment?.slug ?? ''}`;
}

function deliveredRow(
  random: RandomSource,
  known: Omit<AirdropRow, 'uuid' | 'status' | 'payment_code' | 'snapshot_id'>,
): AirdropRow {
  return {
    ...known,
    uuid: random.uuid(),
    status: AirdropStatus.delivered,
    payment_code: random.uuid(),
    snapshot_id: random.uuid(),
  };
}

/** Creates an airdrop by the owner of the site for each reward in the examples. */
export function castRewards(
  { comments, site }: Cast,
  beforeAirdrop: number,
  random: RandomSource,
): { airdrops: AirdropRow[]; rewards: RewardRow[] } {
  const entries = comments.flatMap((comment) => entriesOf(comment).map((entry, place) => ({ comment, entry, place })));
  const first = beforeAirdrop - entries.length;
  return {
    rewards: entries.map(({ comment, entry, place }, number) => ({
      ...entry,
      airdrop_id: first + number,
      comment_id: comment.id,
      position: place + 1,
    })),
    airdrops: entries.map(({ comment, entry: { id: _id, recipient_id: _recipient, ...entry } }, number) =>
      deliveredRow(random, {
        ...entry,
        id: first + number,
        user_id: site.user_id,
        site_id: 0,
        slug: '',
        opponent_id: comment.id,
        tip_type: 'comment',
        strategy_name: '',
        strategy_params: null,
        redirect_url: `${site.origins?.[0] ?? ''}/${comment.slug}`,
        updated_at: entry.created_at,
      }),
    ),
  };
}

/** The document does not define the form of a reward; its examples use this server's. */
export function entriesOf({ rewards }: Comment): readonly RewardEntry[] {
  return (rewards ?? []) as readonly unknown[] as readonly RewardEntry[];
}

/** The row of an example's airdrop, which is not paid yet. */
export function requestedRow({ airdrop, redirectUrl }: RequestedAirdrop): AirdropRow {
  const { deleted_at: _deleted, site_id, slug, opponent_id, strategy_name, strategy_params, ...row } = airdrop;
  return {
    ...row,
    // Members that its type does not use.
    site_id: site_id ?? 0,
    slug: slug ?? '',
    opponent_id: opponent_id ?? 0,
    strategy_name: strategy_name ?? '',
    strategy_params: strategy_params == null ? null : JSON.stringify(strategy_params),
    redirect_url: redirectUrl,
    snapshot_id: null,
  };
}
