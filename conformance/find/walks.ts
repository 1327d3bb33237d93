/** Walks through a list, each in pages of another size. They are held once, whichever family wants to know. */
import { queryOf } from '../model/exchange.ts';
import type { Talk } from '../rules/rule.ts';
import { remembered } from './find.ts';
import { askPage, largest, MOST_PAGES, type Page, pageOf, type Walk, walkPages } from './pages.ts';
import { type Sequence, sequenceOf } from './sequence.ts';
import { ENOUGH, type Subject, subjectOf, type Unread } from './subject.ts';

/** One walk beside the whole. */
export interface Beside {
  readonly walk: Walk;
  readonly walked: Sequence;
}

export interface Walks extends Subject {
  readonly others: readonly Beside[];
}

/** Name of the walk without a limit. */
export const PLAIN = 'without a limit';

async function held(talk: Talk, subject: Subject, walk: Walk): Promise<Sequence> {
  const { list, input, credentials, intent } = subject;
  return sequenceOf(list, await walkPages(talk, list, input, { intent, ...walk, credentials }));
}

/** Walks once more, asking for the first page beside each: what is asked for at once must not be mixed up. */
export function walkAgain(talk: Talk, subject: Subject, walk: Walk): Promise<Sequence> {
  const { list, input, credentials } = subject;
  const beside = () => askPage(talk, list, input, {}, { label: 'beside', credentials, intent: 'open' });
  const ask: Talk['ask'] = async (call) => (await Promise.all([talk.ask(call), beside()]))[0];
  return held({ ...talk, ask }, subject, walk);
}

/** Walks by an offset that counts pages: the next page has the next number, however much a page holds. */
export async function walkByNumber(talk: Talk, subject: Subject, limit: number): Promise<Sequence> {
  const { list, input, credentials, whole } = subject;
  const pages: Page[] = [];
  const most = Math.min(MOST_PAGES, Math.floor(whole.keys.length / limit) + 2);
  for (let number = 0; number < most; number += 1) {
    const label = `offset by pages, page ${number + 1}`;
    const query = { cursor: String(number), limit };
    const exchange = await askPage(talk, list, input, query, { label, credentials, intent: 'open' });
    const page = pageOf(list, exchange);
    if (page === null) return sequenceOf(list, { pages, refusal: exchange });
    pages.push(page);
    if (page.keys.length === 0) break;
  }
  return sequenceOf(list, { pages, refusal: null });
}

/** A limit of two digits that servers take, and that is larger as a text than 100 or 500. */
export const USUAL_LIMIT = 60;

/** The largest of the sizes that a list of so many items can be cut into evenly; undefined where there is none. */
function evenly(count: number, most: number): number | undefined {
  const parts = [2, 3, 4, 5, 6, 7, 8, 9, 10];
  return parts.map((part) => count / part).find((size) => Number.isInteger(size) && size > 1 && size <= most);
}

/** About a third, so that the last page is not full. */
function unevenly(count: number, most: number): number {
  const size = Math.max(2, Math.ceil(count / 3));
  return Math.min(count % size === 0 ? size + 1 : size, most);
}

/**
 * Sizes of pages: one item a page, the first few pages; a third of the list; sizes that just fill the last page; one that
 * clients like to ask for; all of it, and all but one. Within a walk the size stays: a cursor may be the number of a page.
 */
function walksFor({ list, whole }: Subject): readonly Walk[] {
  const count = whole.keys.length;
  const most = Math.max(0, ...whole.pages.map(({ keys }) => keys.length));
  const plain: Walk = { name: PLAIN, most: list.by === 'cursor' ? 3 : 1 };
  if (list.limit === null) return [];
  if (count < 2) return [plain];
  const [first] = whole.pages;
  const wasLarge = first !== undefined && queryOf(first.exchange).has(list.limit);
  const steps: readonly (readonly [limit: number | undefined, most: number])[] = [
    ...(wasLarge ? [] : ([[largest(list), 1]] as const)),
    [1, 3],
    // A page that is small enough for every server, and yet tells what an offset counts.
    ...(list.by === 'offset' ? ([[2, 3]] as const) : []),
    [unevenly(count, most), 5],
    [evenly(count, most), 10],
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
    ...[...sized].map(([limit, pages]): Walk => ({ name: `limit ${limit}`, limit, most: pages, intent: 'open' })),
  ];
}

/** The walks through the list of an operation; where its lists are unpaged, the first pages of each size. */
export function walksOf(talk: Talk, operation: string): Promise<Walks | Unread> {
  return remembered(talk, `walks of ${operation}`, async () => {
    const subject = await subjectOf(talk, operation);
    if ('refusal' in subject) return subject;
    const others: Beside[] = [];
    const walks = walksFor(subject);
    // Answers that are whole lists are large: two at once are enough.
    const most = subject.list.by === null ? 2 : walks.length;
    for (let place = 0; place < walks.length; place += most) {
      const some = walks.slice(place, place + most);
      others.push(
        ...(await Promise.all(some.map(async (walk) => ({ walk, walked: await held(talk, subject, walk) })))),
      );
    }
    return { ...subject, others };
  });
}
