/** The list to traverse: of all that an operation can return, one with enough items; and the traversals. */

import { pick } from '../core/answers.ts';
import type { CheckContext, Population } from '../core/context.ts';
import { operationOf } from '../model/document/api.ts';
import { declaredAt } from '../model/document/lists.ts';
import { type CredentialUse, type Exchange, type Intent, queryOf } from '../model/exchange.ts';
import { type Input, noInput } from '../model/input.ts';
import {
  largest,
  MOST_PAGES,
  type Page,
  type PagedList,
  pagedListOf,
  pageOf,
  sendPage,
  type Traversal,
  traverseFirst,
  traversePages,
  traverseWhole,
} from './pages.ts';
import { hasOther } from './paths.ts';
import { populated } from './population.ts';
import { type Sequence, sequenceOf } from './sequence.ts';
import { inputsOf, once } from './things.ts';

/** How a list is requested. */
export interface Probing {
  readonly list: PagedList;
  readonly input: Input;
  readonly credentials: CredentialUse;
  /** Whether a correct server must accept the inputs. */
  readonly intent: Intent;
}

/** A list, as one caller sees it. */
export interface Subject extends Probing {
  /** The items that were added to it. */
  readonly populate?: Population;
  /** The whole list or its beginning, read in the largest pages that the server returns. */
  readonly whole: Sequence;
}

/** Why there is no list to traverse: the rejecting exchange; null if there was no known request to send. */
export interface Unread {
  readonly refusal: Exchange | null;
}

/** A list with fewer items is only used if there is no other. */
const ENOUGH = 5;

/** The whole list of a subject, as it is now. */
export async function wholeOf(ctx: CheckContext, { list, input, credentials, intent }: Probing): Promise<Sequence> {
  return sequenceOf(list, await traverseWhole(ctx, list, input, { credentials, intent, most: MOST_PAGES }));
}

/** The whole list of a subject, as it was when it was first read. */
async function firstWhole(ctx: CheckContext, { list, input, credentials, intent }: Probing): Promise<Sequence> {
  return sequenceOf(list, await traverseFirst(ctx, list, input, { credentials, intent, most: MOST_PAGES }));
}

/** The credentials to try: another user's lists only if the caller's have too few items. */
function callers({ suite }: CheckContext, { operation }: PagedList): readonly CredentialUse[] {
  return hasOther(suite, operationOf(suite.api, operation)) ? ['given', 'other'] : ['given'];
}

/**
 * The number of items that a check of every declaration of a list needs: more than the default and the maximum of a
 * page.
 */
function enoughFor({ suite }: CheckContext, { operation }: PagedList): number {
  const limits = declaredAt(suite.api, operation, 'limited');
  return Math.max(ENOUGH, ...limits.flatMap(({ default: usual = 0, maximum = 0 }) => [usual + 1, maximum + 1]));
}

/** A list that was filled with new items; null if it is no better than another one. */
async function ownSubject(
  ctx: CheckContext,
  list: PagedList,
  base: Input = noInput,
  other: Subject | null,
): Promise<Subject | null> {
  const populate = await populated(ctx, list, base, enoughFor(ctx, list));
  if (populate === null) return null;
  const { credentials = 'given' } = populate;
  const sending = { list, input: populate.input, credentials, intent: 'open' } as const;
  const shown = Math.min(populate.count, list.by === null ? largest(list) : populate.count);
  const isShown = ({ keys }: Sequence) => keys.length >= shown;
  const whole = await ctx.until(() => wholeOf(ctx, sending), isShown);
  if (whole.keys.length >= Math.max(1, other?.whole.keys.length ?? 0)) return { ...sending, whole, populate };
  await populate.takeBack();
  return null;
}

/** The list with items, of all lists that the operation can return. */
export const subjectOf = once(async (ctx: CheckContext, operation: string): Promise<Subject | Unread> => {
  const list = pagedListOf(ctx.suite.api, operation);
  if (list === null) throw new Error(`${operation} is declared to be paged or limited, but not where its list is`);
  let best: Subject | null = null;
  let refusal: Exchange | null = null;
  const inputs = pick(await inputsOf(ctx, operation));
  for (const credentials of callers(ctx, list)) {
    for (const { input, certain } of inputs) {
      const sending = { list, input, credentials, intent: certain ? 'valid' : 'open' } as const;
      const whole = await firstWhole(ctx, sending);
      refusal ??= whole.refusal;
      if (whole.pages.length === 0 || whole.keys.length <= (best?.whole.keys.length ?? -1)) continue;
      best = { ...sending, whole };
      if (whole.keys.length >= enoughFor(ctx, list)) return best;
    }
  }
  const isFew = best === null || best.whole.keys.length < ENOUGH;
  const own = isFew || list.by === null ? await ownSubject(ctx, list, best?.input ?? inputs[0]?.input, best) : null;
  return own ?? best ?? { refusal };
});

/** A traversal that is compared with the whole list. Each runs once, for all families. */
export interface Beside {
  readonly traverse: Traversal;
  readonly traversed: Sequence;
}

export interface Traversals extends Subject {
  readonly others: readonly Beside[];
}

/** Name of the traversal without a limit. */
export const PLAIN = 'without a limit';

async function held(ctx: CheckContext, subject: Subject, traverse: Traversal): Promise<Sequence> {
  const { list, input, credentials, intent } = subject;
  return sequenceOf(list, await traversePages(ctx, list, input, { intent, ...traverse, credentials }));
}

/** Traverses again with a request for the first page in parallel to each: a server must not mix them up. */
export function traverseAgain(ctx: CheckContext, subject: Subject, traverse: Traversal): Promise<Sequence> {
  const { list, input, credentials } = subject;
  const beside = () => sendPage(ctx, list, input, {}, { label: 'beside', credentials, intent: 'open' });
  const send: CheckContext['send'] = async (call) => (await Promise.all([ctx.send(call), beside()]))[0];
  return held({ ...ctx, send }, subject, traverse);
}

/** Traverses by an offset that counts pages: the next page has the next number, whatever the size of a page. */
export async function traverseByNumber(ctx: CheckContext, subject: Subject, limit: number): Promise<Sequence> {
  const { list, input, credentials, whole } = subject;
  const pages: Page[] = [];
  const most = Math.min(MOST_PAGES, Math.floor(whole.keys.length / limit) + 2);
  for (let number = 0; number < most; number += 1) {
    const label = `offset by pages, page ${number + 1}`;
    const query = { cursor: String(number), limit };
    const exchange = await sendPage(ctx, list, input, query, { label, credentials, intent: 'open' });
    const page = pageOf(list, exchange);
    if (page === null) return sequenceOf(list, { pages, refusal: exchange });
    pages.push(page);
    if (page.keys.length === 0) break;
  }
  return sequenceOf(list, { pages, refusal: null });
}

/** A limit of two digits that servers take, and that is larger as a text than 100 or 500. */
export const USUAL_LIMIT = 60;

/** The number of full pages that a traversal has at most. */
const MOST_PARTS = 10;

/** The largest page size that divides a list of this many items evenly; undefined if there is none. */
function evenly(count: number, most: number): number | undefined {
  for (let part = 2; part <= MOST_PARTS; part += 1) {
    const size = count / part;
    if (Number.isInteger(size) && size > 1 && size <= most) return size;
  }
  return undefined;
}

/** About a third, so that the last page is not full. */
function unevenly(count: number, most: number): number {
  const size = Math.max(2, Math.ceil(count / 3));
  return Math.min(count % size === 0 ? size + 1 : size, most);
}

/**
 * Page sizes: one item, for the first few pages; a third of the list; sizes that just fill the last page; a size that
 * clients often use; all items, and all but one. Within a traversal the size stays the same, since a cursor may be the
 * number of a page.
 */
function traversalsFor({ list, whole }: Subject): readonly Traversal[] {
  const count = whole.keys.length;
  const most = Math.max(0, ...whole.pages.map(({ keys }) => keys.length));
  const plain: Traversal = { name: PLAIN, most: list.by === 'cursor' ? 3 : 1 };
  if (list.limit === null) return [];
  if (count < 2) return [plain];
  const [first] = whole.pages;
  const wasLarge = first !== undefined && queryOf(first.exchange).has(list.limit);
  const steps: readonly (readonly [limit: number | undefined, most: number])[] = [
    ...(wasLarge ? [] : ([[largest(list), 1]] as const)),
    [1, 3],
    // A page that is small enough for every server, and yet shows what an offset counts.
    ...(list.by === 'offset' ? ([[2, 3]] as const) : []),
    [unevenly(count, most), 5],
    [evenly(count, most), MOST_PARTS],
    ...(count > ENOUGH ? ([[USUAL_LIMIT, 1]] as const) : []),
    ...(count <= most
      ? ([
          [count, 1],
          [count - 1, 2],
        ] as const)
      : []),
  ];
  const sized = new Map(steps.flatMap(([limit, pages]) => (limit === undefined ? [] : [[limit, pages] as const])));
  return [
    plain,
    ...[...sized].map(([limit, pages]): Traversal => ({ name: `limit ${limit}`, limit, most: pages, intent: 'open' })),
  ];
}

/** The traversals of an operation's list; if its lists are not paged, the first page in each size. */
export const traversalsOf = once(async (ctx: CheckContext, operation: string): Promise<Traversals | Unread> => {
  const subject = await subjectOf(ctx, operation);
  if ('refusal' in subject) return subject;
  const others: Beside[] = [];
  const traversals = traversalsFor(subject);
  // Answers that are whole lists are large: two at once are enough.
  const most = subject.list.by === null ? 2 : traversals.length;
  for (let place = 0; place < traversals.length; place += most) {
    const some = traversals.slice(place, place + most);
    others.push(
      ...(await Promise.all(
        some.map(async (traverse) => ({ traverse, traversed: await held(ctx, subject, traverse) })),
      )),
    );
  }
  return { ...subject, others };
});
