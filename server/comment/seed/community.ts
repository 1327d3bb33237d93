/** Generates the community before the document's examples: who wrote, replied and favored what, and when. */
import type { Site, User } from '@wallet-services/contract/comment';
import type { RandomSource } from '../../values/index.ts';
import type { LivelySite, PageTexts, SiteTexts } from './people.ts';
import phrases from './texts.json' with { type: 'json' };

/** An action of a user, with its time in milliseconds since 1970. */
interface Done {
  readonly userId: number;
  readonly at: number;
}

interface SeedReply extends Done {
  readonly content: string;
}

export interface SeedComment extends Done {
  readonly site: Site;
  readonly slug: string;
  readonly content: string;
  /** Ascending by time. */
  readonly replies: readonly SeedReply[];
  /** At most one per user. */
  readonly favorites: readonly Done[];
}

/** When the community's activity ends, in milliseconds since 1970: the examples follow. */
export interface Ends {
  readonly comments: number;
  readonly replies: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Number of comments on a page, per point of its liveliness. */
const COMMENTS = 6;

/** Generates the comments, in the order of time. */
export function community(
  sites: readonly LivelySite[],
  users: readonly User[],
  ends: Ends,
  random: RandomSource,
): SeedComment[] {
  const members = users.map(({ id, created_at }) => ({ userId: id, at: Date.parse(created_at) }));
  return sites
    .flatMap(({ site, texts }) => texts.pages.flatMap((page) => pageStory(site, texts, page, members, ends, random)))
    .toSorted((a, b) => a.at - b.at);
}

/** Generates the comments of a page: most of them soon after the page appears. */
function pageStory(
  site: Site,
  texts: SiteTexts,
  page: PageTexts,
  members: readonly Done[],
  ends: Ends,
  random: RandomSource,
): SeedComment[] {
  const opened = Date.parse(site.created_at) + DAY;
  const begins = random.integer(opened, Math.max(opened, ends.comments - 5 * DAY));
  const contents = pageContents(texts, page, page.liveliness * COMMENTS + random.integer(0, 5), random);
  return contents.map((content) => {
    const at = Math.floor(begins + random.next() ** 2 * (ends.comments - HOUR - begins));
    const userId = somebody(members, at, random);
    return {
      site,
      slug: page.slug,
      content,
      userId,
      at,
      replies: repliesTo({ userId, at }, site.user_id, members, ends.replies, random),
      favorites: favoritesOf({ userId, at }, members, ends.replies, random),
    };
  });
}

/** Texts for a page: first those of the page, then those of the site, then those for any site. */
function pageContents(texts: SiteTexts, page: PageTexts, count: number, random: RandomSource): string[] {
  const ofSite = shuffled(texts.remarks, random).slice(0, Math.ceil(texts.remarks.length / 2));
  const anywhere = shuffled(phrases.remarks, random);
  const remarks = [...page.remarks, ...ofSite.map((remark) => phrased(remark, random)), ...anywhere];
  return shuffled(remarks.slice(0, count), random);
}

/** Makes a sentence of a remark, sometimes with an opening or a closing phrase. */
function phrased(remark: string, random: RandomSource): string {
  const chance = random.next();
  if (chance < 0.3) return `${random.pick(phrases.openers)} ${remark}`;
  const sentence = `${remark.charAt(0).toUpperCase()}${remark.slice(1)}`;
  return chance < 0.6 ? `${sentence} ${random.pick(phrases.closers)}` : sentence;
}

function shuffled<Item>(items: readonly Item[], random: RandomSource): Item[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** A user who had joined by that time. The first member joined before the first site appeared. */
function somebody(members: readonly Done[], at: number, random: RandomSource): number {
  return random.pick(members.filter((member) => member.at < at)).userId;
}

/** Generates replies: often the site's owner answers first, sometimes a conversation follows. */
function repliesTo(
  { userId, at }: Done,
  ownerId: number,
  members: readonly Done[],
  end: number,
  random: RandomSource,
): SeedReply[] {
  const count = Math.floor(random.next() ** 2 * 5);
  const contents = shuffled(phrases.replies, random).slice(0, count);
  const times = contents.map(() => momentAfter(at, end, random)).toSorted((a, b) => a - b);
  return contents.map((content, place) => {
    const time = times[place] ?? at;
    const answers = place === 0 && userId !== ownerId && random.next() < 0.5;
    return { content, at: time, userId: answers ? ownerId : somebody(members, time, random) };
  });
}

function favoritesOf({ userId, at }: Done, members: readonly Done[], end: number, random: RandomSource): Done[] {
  const others = members.filter((member) => member.userId !== userId && member.at < end);
  const count = Math.floor(random.next() ** 3 * others.length);
  return shuffled(others, random)
    .slice(0, count)
    .map((member) => ({ userId: member.userId, at: momentAfter(Math.max(at, member.at), end, random) }));
}

/** A later time, mostly within hours. */
function momentAfter(at: number, end: number, random: RandomSource): number {
  const latest = Math.min(end - 1, at + 4 * DAY);
  return Math.floor(at + 1 + random.next() ** 3 * (latest - at - 1));
}
