/** Airdrops that were delivered before the document's examples. */
import type { RandomSource } from '../../values/index.ts';
import { equalShares } from '../operations/airdrops/split.ts';
import type { SeedComment } from './community.ts';
import phrases from './texts.json' with { type: 'json' };

export interface SeedAirdrop {
  readonly giverId: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly type: 'comment' | 'comments';
  readonly strategy: 'topn' | 'avg' | '';
  readonly assetId: string;
  readonly amount: string;
  readonly memo: string;
  /** The rewarded comments with their amounts. */
  readonly shares: readonly { readonly comment: SeedComment; readonly amount: string }[];
}

const SINGLE = 9;
const TOP = 3;
const AMOUNTS = ['1', '2', '2.5', '5', '7.25', '10', '0.5'] as const;

/**
 * Generates rewards by the owners of sites: single comments over time, and at the end two whole pages.
 *
 * @param begins start and end of the time in which whole pages are rewarded, in milliseconds since 1970
 * @returns airdrops in the order of time
 */
export function deliveredAirdrops(
  comments: readonly SeedComment[],
  assetId: string,
  [begins, ends]: readonly [number, number],
  random: RandomSource,
): SeedAirdrop[] {
  const ofOthers = comments.filter(({ favorites, site, userId }) => favorites.length > 0 && userId !== site.user_id);
  const single = Array.from({ length: SINGLE }, (): SeedAirdrop => {
    const comment = random.pick(ofOthers);
    const at = Math.floor(comment.at + random.next() ** 2 * (begins - comment.at - 1));
    return airdrop([comment], '', { at, assetId, amount: random.pick(AMOUNTS) }, random);
  });
  const moment = () => random.integer(begins, ends - 1);
  const top = pageOf(random.pick(comments), comments).slice(0, TOP);
  const small = pageOf(smallestPage(comments), comments);
  const pages = [
    airdrop(top, 'topn', { at: moment(), assetId, amount: '10' }, random),
    airdrop(small, 'avg', { at: moment(), assetId, amount: '12' }, random),
  ];
  return [...single, ...pages].toSorted((a, b) => a.at - b.at);
}

function airdrop(
  comments: readonly SeedComment[],
  strategy: SeedAirdrop['strategy'],
  what: Pick<SeedAirdrop, 'at' | 'assetId' | 'amount'>,
  random: RandomSource,
): SeedAirdrop {
  const shares = equalShares(what.amount, comments.length);
  return {
    ...what,
    strategy,
    type: strategy === '' ? 'comment' : 'comments',
    giverId: comments[0]?.site.user_id ?? 0,
    memo: random.pick(phrases.memos),
    shares: comments.map((comment, place) => ({ comment, amount: shares[place] ?? '0' })),
  };
}

/** The comments of a comment's page, those with the most favorites first. */
function pageOf({ site, slug }: SeedComment, comments: readonly SeedComment[]): SeedComment[] {
  return comments
    .filter((comment) => comment.site.id === site.id && comment.slug === slug)
    .toSorted((a, b) => b.favorites.length - a.favorites.length || b.at - a.at);
}

function smallestPage(comments: readonly SeedComment[]): SeedComment {
  const [smallest] = comments.toSorted((a, b) => pageOf(a, comments).length - pageOf(b, comments).length);
  if (smallest === undefined) throw new RangeError('there are no comments');
  return smallest;
}
