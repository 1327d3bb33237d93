/** The page asked for with `next_cursor` goes on where the one before ended: nothing is repeated or left out. */
import { isSuccess, outcomeText, type Trace } from '../../../model/exchange.ts';
import { within } from '../../../model/pointer.ts';
import { blockedBy, broken, hintFor, inconclusive, passUnless } from '../../judgement.ts';
import type { Judgement, Rule } from '../../rule.ts';
import { type Page, type PagedList, pageCall, pageOf } from './list.ts';
import { listRule, restless, tooShort, unread } from './rule.ts';
import {
  AGAIN,
  exchangesOf,
  FALLBACK,
  PLAIN,
  pagesOf,
  type Survey,
  survey,
  WHOLE,
  walkPages,
  walkWhole,
} from './walk.ts';

const ONES = 'pages of 1';
const TWOS = 'pages of 2';
const THIRDS = 'pages of a third';
const GROWING = 'pages that grow';

/** A third of the list, but no more than the server gives at once. */
function third(pages: readonly Page[]): number {
  const count = pages.flatMap(({ keys }) => keys).length;
  return Math.max(3, Math.min(Math.ceil(count / 3), pages[0]?.keys.length ?? 0));
}

const growing = [1, 2, 4, 3];

function repeated(list: PagedList, pages: readonly Page[]): Judgement | null {
  const seen = new Set<string>();
  for (const { keys, exchange } of pages) {
    const index = keys.findIndex((key, place) => seen.has(key) || keys.indexOf(key) !== place);
    if (index >= 0) {
      return broken({
        expected: `${list.noun} that no page before showed`,
        actual: `${keys[index]} is repeated`,
        pointer: within(list.items, index),
        about: 'pages',
        exchange,
      });
    }
    for (const key of keys) seen.add(key);
  }
  return null;
}

/** The first item that a walk passed over, as the longest walk knows it. */
function leftOut(list: PagedList, pages: readonly Page[], { keys, places, ended }: Survey): Judgement | null {
  const last = pages.at(-1);
  if (last === undefined) return null;
  const seen = new Set(pages.flatMap((page) => page.keys));
  const reached = Math.max(-1, ...[...seen].map((key) => places.get(key) ?? -1));
  const isWhole = last.hasNext === false && ended;
  const lost = keys.find((key, place) => !seen.has(key) && (isWhole || place < reached));
  if (lost === undefined) return null;
  // The page that shows what comes after it; at the end, the last one.
  const lostAt = places.get(lost) ?? 0;
  const after = pages.find((page) => page.keys.some((key) => (places.get(key) ?? -1) > lostAt)) ?? last;
  return broken({
    expected: `every one of the ${list.noun}`,
    actual: `${lost} is left out`,
    pointer: list.items,
    about: 'pages',
    exchange: after.exchange,
  });
}

/** What the longest walk itself passed over: items that another walk shows between two that it has. */
function leftOutOfLongest(list: PagedList, pages: readonly Page[], { places }: Survey): Judgement | null {
  const keys = pages.flatMap((page) => page.keys);
  const known = keys.map((key) => places.has(key));
  const index = known.findIndex(
    (isKnown, place) => !isKnown && known.includes(true, place) && known.indexOf(true) < place,
  );
  const exchange = pages[0]?.exchange;
  if (index < 0 || exchange === undefined) return null;
  const actual = `${keys[index]} is left out where pages are larger`;
  return broken({ expected: `every one of the ${list.noun}`, actual, pointer: list.items, about: 'pages', exchange });
}

/** A page that was asked for with the cursor of the one before, and was refused. */
function refused(list: PagedList, trace: Trace, name: string): Judgement | null {
  const [, ...later] = exchangesOf(trace, name);
  const exchange = later.find((one) => pageOf(list, one) === null);
  if (exchange === undefined) return null;
  const { outcome } = exchange;
  if (isSuccess(exchange) || outcome.kind === 'failure' || outcome.status >= 500 || hintFor(exchange) !== undefined) {
    return blockedBy(exchange);
  }
  return broken({ expected: `the next page of ${list.noun}`, actual: outcomeText(exchange), about: 'pages', exchange });
}

function withoutCursor({ pagination }: PagedList, pages: readonly Page[]): Judgement | null {
  const page = pages.find(({ hasNext, next }) => hasNext === true && next === '');
  if (page === undefined) return null;
  return broken({
    expected: 'a next_cursor, as has_next is true',
    actual: 'it is empty',
    pointer: within(pagination, 'next_cursor'),
    exchange: page.exchange,
  });
}

function judge(list: PagedList, trace: Trace): readonly Judgement[] {
  const known = survey(list, trace);
  const names = [WHOLE, FALLBACK, PLAIN, ONES, TWOS, THIRDS, GROWING];
  const walks = names.map((name) => ({ name, pages: pagesOf(list, trace, name) }));
  if (walks.every(({ pages }) => pages.length === 0)) return [unread(list, trace)];
  const problems = walks.flatMap(({ name, pages }): readonly Judgement[] => {
    const found = [
      refused(list, trace, name),
      withoutCursor(list, pages),
      repeated(list, pages),
      leftOut(list, pages, known) ?? leftOutOfLongest(list, pages, known),
    ];
    return found.filter((judgement) => judgement !== null);
  });
  if (problems.length > 0) return known.changing ? [restless(list)] : problems;
  if (known.keys.length < 2) return [tooShort(list, known)];
  if (walks.every(({ pages }) => pages.length < 2)) {
    return [
      inconclusive(
        `no page of ${list.noun} says that another one follows`,
        `has_next must be true before the last page`,
      ),
    ];
  }
  return passUnless([]);
}

/** The rule for lists. */
export function nextCursor(id: string, lists: readonly PagedList[]): Rule {
  return listRule(
    id,
    lists,
    function* (scene, list, input) {
      const whole = yield* walkWhole(scene, list, input);
      if (whole.length === 0) return;
      yield* walkPages(scene, list, input, { name: PLAIN, most: 8 });
      yield* walkPages(scene, list, input, { name: ONES, limit: 1, most: 4 });
      yield* walkPages(scene, list, input, { name: TWOS, limit: 2, most: 4 });
      yield* walkPages(scene, list, input, { name: THIRDS, limit: third(whole), most: 5 });
      // Each page of another size than the one before.
      let cursor: string | undefined;
      for (const [index, limit] of growing.entries()) {
        const query = cursor === undefined ? { limit } : { limit, cursor };
        const label = `${GROWING}, page ${index + 1}`;
        const page = pageOf(list, yield pageCall(scene, list, input, query, { label }));
        if (page === null || page.next === '' || page.hasNext !== true) break;
        cursor = page.next;
      }
      yield pageCall(scene, list, input, {}, { label: AGAIN });
    },
    judge,
  );
}
