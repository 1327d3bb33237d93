/** Walks through a list, each in pages of another size. They are held once, whichever family wants to know. */
import { type Input, noInput } from '../model/call.ts';
import { type CredentialUse, type Exchange, type Intent, queryOf } from '../model/exchange.ts';
import type { Talk } from '../rules/rule.ts';
import { pick } from '../rules/shared/answers.ts';
import { inputsOf, remembered } from './find.ts';
import {
  largest,
  MOST_PAGES,
  type PagedList,
  pagedListOf,
  type Walk,
  walkFirst,
  walkPages,
  walkWhole,
} from './pages.ts';
import { type Sequence, sequenceOf } from './sequence.ts';
import { stocked } from './stock.ts';

/** How a list is asked for. */
export interface Asking {
  readonly list: PagedList;
  readonly input: Input;
  readonly credentials: CredentialUse;
  /** Whether a right server must know the inputs. */
  readonly intent: Intent;
}

/** A list, as one caller sees it. */
export interface Subject extends Asking {
  /** All of it, or its beginning, in pages as large as the server gives. */
  readonly whole: Sequence;
}

/** One walk beside the whole. */
export interface Beside {
  readonly walk: Walk;
  readonly walked: Sequence;
}

export interface Walks extends Subject {
  readonly others: readonly Beside[];
}

/** Why there is no list to walk through: what was answered; null where nothing is known that could be asked for. */
export interface Unread {
  readonly refusal: Exchange | null;
}

/** A list of fewer items is passed over where another one can be had. */
const ENOUGH = 5;

/** Name of the walk without a limit. */
export const PLAIN = 'without a limit';

/** The whole list of a subject, as it is now. */
export async function wholeOf(talk: Talk, { list, input, credentials, intent }: Asking): Promise<Sequence> {
  return sequenceOf(list, await walkWhole(talk, list, input, { credentials, intent, most: MOST_PAGES }));
}

/** The whole list of a subject, as it was when it was first looked at. */
async function firstWhole(talk: Talk, { list, input, credentials, intent }: Asking): Promise<Sequence> {
  return sequenceOf(list, await walkFirst(talk, list, input, { credentials, intent, most: MOST_PAGES }));
}

/** Walks through the list of a subject. */
export async function walkAgain(talk: Talk, subject: Subject, walk: Walk): Promise<Sequence> {
  const { list, input, credentials, intent } = subject;
  return sequenceOf(list, await walkPages(talk, list, input, { intent, ...walk, credentials }));
}

/** Whose lists are looked at: another user's only where the caller's have too little. */
function callers({ scene }: Talk, { operation }: PagedList): readonly CredentialUse[] {
  const needsNone = scene.api.operations.find(({ id }) => id === operation)?.security.flat().length === 0;
  return needsNone || Object.keys(scene.target.otherCredentials).length === 0 ? ['given'] : ['given', 'other'];
}

/** A list of things that were made for it. */
async function ownSubject(talk: Talk, list: PagedList, base: Input = noInput): Promise<Subject | null> {
  const input = await stocked(talk, list.operation, base, ENOUGH);
  if (input === null) return null;
  const asking = { list, input, credentials: 'given', intent: 'open' } as const;
  const whole = await talk.until(
    () => wholeOf(talk, asking),
    ({ keys }) => keys.length >= ENOUGH,
  );
  return whole.keys.length < ENOUGH ? null : { ...asking, whole };
}

/** A server may have nothing for large limits only. */
async function unlessEmpty(talk: Talk, subject: Subject): Promise<Subject> {
  if (subject.whole.keys.length > 0 || subject.list.limit === null) return subject;
  const plain = await walkAgain(talk, subject, { name: 'pages as the server likes', most: MOST_PAGES });
  return { ...subject, whole: plain };
}

/** The list with something in it, of all that the operation can be asked for. */
export function subjectOf(talk: Talk, operation: string): Promise<Subject | Unread> {
  return remembered(talk, `subject of ${operation}`, async () => {
    const list = pagedListOf(talk.scene.api, operation);
    if (list === null) throw new Error(`${operation} is declared to be paged or limited, but not where its list is`);
    let best: Subject | null = null;
    let refusal: Exchange | null = null;
    const inputs = pick(await inputsOf(talk, operation));
    for (const credentials of callers(talk, list)) {
      for (const { input, certain } of inputs) {
        const asking = { list, input, credentials, intent: certain ? 'valid' : 'open' } as const;
        const whole = await firstWhole(talk, asking);
        refusal ??= whole.refusal;
        if (whole.pages.length === 0 || whole.keys.length <= (best?.whole.keys.length ?? -1)) continue;
        best = { ...asking, whole };
        if (whole.keys.length >= ENOUGH) return best;
      }
    }
    const own = await ownSubject(talk, list, best?.input ?? inputs[0]?.input);
    return own ?? (best === null ? { refusal } : await unlessEmpty(talk, best));
  });
}

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
 * Sizes of pages: one item a page, the first few pages; a third of the list; sizes that just fill the last page; all of
 * it, and all but one. Within a walk the size stays: a cursor may be the number of a page.
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
    [unevenly(count, most), 5],
    [evenly(count, most), 10],
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
    for (const walk of walksFor(subject)) others.push({ walk, walked: await walkAgain(talk, subject, walk) });
    return { ...subject, others };
  });
}
