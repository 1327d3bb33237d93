/**
 * The data of an empty database: the examples of the document, and before them a generated community of several sites.
 */
import type { StoreTransaction } from '../../service.ts';
import type { RandomSource } from '../../values/index.ts';
import { siteRow } from '../operations/sites.ts';
import type { CommentTables, CounterRow, SiteRow } from '../store/tables.ts';
import { type Cast, readCast } from './cast.ts';
import { community } from './community.ts';
import { type LivelySite, otherSites, ownTexts, people } from './people.ts';
import { deliveredAirdrops } from './rewards.ts';
import {
  castComments,
  castFavorites,
  castReplies,
  castRewards,
  communityAirdrops,
  communityComments,
  communityFavorites,
  communityReplies,
  entriesOf,
  placed,
  requestedRow,
} from './rows.ts';

/** Rows in a statement: databases limit its parameters. */
const ROWS = 50;

/** The rows of all tables, in the order in which they are inserted. */
type SeedRows = { readonly [Name in keyof CommentTables]?: readonly CommentTables[Name][] };

/** Fills the tables of the comment service. */
export async function seedComment(store: StoreTransaction, random: RandomSource): Promise<void> {
  const tables = store.$extendTables<CommentTables>();
  for (const [table, rows] of Object.entries(seedRows(await readCast(), random))) {
    for (let first = 0; first < rows.length; first += ROWS) {
      await tables
        .insertInto(table as keyof CommentTables)
        .values(rows.slice(first, first + ROWS))
        .execute();
    }
  }
}

function seedRows(cast: Cast, random: RandomSource): SeedRows {
  const users = [...people(random), ...cast.users].toSorted((a, b) => a.id - b.id);
  const sites: LivelySite[] = [...otherSites, { site: cast.site, texts: ownTexts }];
  const castEntries = cast.comments.flatMap(entriesOf);
  const times = (made: readonly { readonly created_at: string }[]) =>
    Math.min(...made.map(({ created_at }) => Date.parse(created_at)));
  const numbers = (made: readonly { readonly id: number }[]) => Math.min(...made.map(({ id }) => id));

  const ends = { comments: times(cast.comments), replies: times(cast.replies) };
  const written = community(sites, users, ends, random);
  const assetId = castEntries[0]?.asset_id ?? random.uuid();
  const airdrops = deliveredAirdrops(written, assetId, [ends.replies, times(castEntries)], random);

  const firstComment = numbers(cast.comments) - written.length;
  const requested = cast.airdrops.map(requestedRow);
  const shown = castRewards(cast, numbers(requested), random);
  const given = communityAirdrops(
    airdrops,
    written,
    { firstComment, beforeAirdrop: numbers(shown.airdrops), beforeReward: numbers(castEntries) },
    random,
  );
  const { comments, pages } = placed([
    ...communityComments(written, airdrops, numbers(cast.comments), random),
    ...castComments(cast),
  ]);
  const rows = {
    comment_users: users,
    comment_sites: sites.map(({ site }) => counted(siteRow(site), comments)),
    comment_pages: pages,
    comment_comments: comments,
    comment_replies: [...communityReplies(written, firstComment, numbers(cast.replies)), ...castReplies(cast)],
    comment_favorites: [...communityFavorites(written, firstComment), ...castFavorites(cast)],
    comment_airdrops: [...given.airdrops, ...shown.airdrops, ...requested],
    comment_rewards: [...given.rewards, ...shown.rewards],
  };
  const last = (name: CounterRow['name'], made: readonly { readonly id: number }[]): CounterRow => ({
    name,
    last_id: Math.max(...made.map(({ id }) => id)),
  });
  const comment_counters = [
    last('users', rows.comment_users),
    last('comments', rows.comment_comments),
    last('replies', rows.comment_replies),
    last('airdrops', rows.comment_airdrops),
    last('rewards', rows.comment_rewards),
  ];
  return { ...rows, comment_counters };
}

function counted(site: SiteRow, comments: readonly { readonly site_id: number }[]): SiteRow {
  return { ...site, comment_count: comments.filter(({ site_id }) => site_id === site.id).length };
}
