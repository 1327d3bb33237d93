/** `has_next` is true exactly when another page exists: in the middle, at the end, and where a page is just full. */
import type { Exchange, Trace } from '../../../model/exchange.ts';
import { within } from '../../../model/pointer.ts';
import { broken, inconclusive, pass } from '../../judgement.ts';
import type { Judgement, Rule } from '../../rule.ts';
import { type Page, type PagedList, pageCall, pageOf } from './list.ts';
import { listRule, restless, tooShort, unread } from './rule.ts';
import { AGAIN, PLAIN, type Survey, survey, walkPages, walkWhole } from './walk.ts';

/** The list itself was walked through in large pages; so many of the usual size are looked at beside. */
const PLAIN_PAGES = 10;

function judgePage(list: PagedList, page: Page, { keys, places, ended }: Survey): readonly Judgement[] {
  const { exchange, hasNext } = page;
  const last = Math.max(-1, ...page.keys.map((key) => places.get(key) ?? -1));
  if (hasNext === null || last < 0) return [];
  const isLast = last === keys.length - 1;
  // What comes after the last item that was seen is unknown unless the list was seen to its end.
  if (isLast && !ended) return [];
  if (hasNext !== isLast) return [pass];
  const expected = isLast ? 'false, as nothing comes after this page' : 'true, as more comes after this page';
  return [
    broken({
      expected,
      actual: String(hasNext),
      pointer: within(list.pagination, 'has_next'),
      about: expected,
      exchange,
    }),
  ];
}

function judge(list: PagedList, trace: Trace): readonly Judgement[] {
  const known = survey(list, trace);
  const pages = trace.exchanges.flatMap((exchange: Exchange) => pageOf(list, exchange) ?? []);
  if (pages.length === 0) return [unread(list, trace)];
  const judgements = pages.flatMap((page) => judgePage(list, page, known));
  if (judgements.some(({ verdict }) => verdict === 'broken')) return known.changing ? [restless(list)] : judgements;
  const { keys, ended } = known;
  const isEmpty = pages.every((page) => page.keys.length === 0);
  if (keys.length === 0) return isEmpty ? judgeEmpty(list, pages) : [unread(list, trace)];
  if (keys.length < 2) return [tooShort(list, known)];
  if (ended) return judgements;
  return [
    inconclusive(
      `the last page of ${list.noun} was not reached: ${keys.length} came before it`,
      `let ${list.operation} list fewer ${list.noun}`,
    ),
  ];
}

/** Of nothing there is one page. */
function judgeEmpty(list: PagedList, pages: readonly Page[]): readonly Judgement[] {
  const lying = pages.find(({ hasNext }) => hasNext === true);
  if (lying === undefined) return [tooShort(list, { keys: [] })];
  const pointer = within(list.pagination, 'has_next');
  return [broken({ expected: 'false, as there is nothing', actual: 'true', pointer, exchange: lying.exchange })];
}

/** The rule for lists. */
export function hasNext(id: string, lists: readonly PagedList[]): Rule {
  return listRule(
    id,
    lists,
    function* (scene, list, input) {
      const ask = (query: { readonly cursor?: string; readonly limit: number }, label: string) =>
        pageCall(scene, list, input, query, { label });
      const whole = yield* walkWhole(scene, list, input);
      const [first] = whole;
      if (first === undefined) return;
      yield* walkPages(scene, list, input, { name: PLAIN, most: PLAIN_PAGES });
      const count = new Set(whole.flatMap(({ keys }) => keys)).size;
      yield ask({ limit: 1 }, 'limit 1');
      // A first page that holds all but one, or all; where it cannot, the last page does.
      if (whole.length === 1) {
        for (const limit of [count - 1, count, count + 1].filter((one) => one > 1))
          yield ask({ limit }, `limit ${limit}`);
      }
      const halves = { name: 'halves', limit: half(first, count), most: 6 };
      const pages = whole.length > 1 ? whole : yield* walkPages(scene, list, input, halves);
      const [before, last] = [pages.at(-2), pages.at(-1)];
      if (before !== undefined && last !== undefined) {
        const size = last.keys.length;
        for (const limit of [size - 1, size].filter((one) => one > 0)) {
          yield ask({ cursor: before.next, limit }, `last page, limit ${limit}`);
        }
      }
      yield pageCall(scene, list, input, {}, { label: AGAIN });
    },
    judge,
  );
}

/** About half of the list, so that the last page is not full; no more than the server gives at once. */
function half({ keys }: Page, count: number): number {
  return Math.max(1, Math.min(Math.floor(count / 2) + 1, keys.length));
}
