/** Whether traffic shows pages that are too short, between two readings that agree on the items. */

import type { SuiteContext } from '../../core/context.ts';
import type { Follower } from '../../core/family.ts';
import type { Breach } from '../../core/judgement.ts';
import { type Page, type PagedList, pagedListOf, pageOf } from '../../discovery/pages.ts';
import { sequenceOf } from '../../discovery/sequence.ts';
import type { Problem } from '../../discovery/settled.ts';
import { declaredAt } from '../../model/document/lists.ts';
import { queryOf, successJson } from '../../model/exchange.ts';
import { Recent } from '../../model/recent.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { Between, Doubts, type Span } from '../kept.ts';
import { type Enclosed, listKey, slim, Traversals } from '../paged/passing.ts';
import type { Limited } from './declared.ts';
import { answerProblems, emptyProblem, limitOf, pagesProblems } from './problems.ts';

/** Answers that must be cut short in a row, before what others do in between does not explain it any more. */
const CERTAIN = 3;

/** The number of lists that are remembered, and of later shorter responses for each. */
const MOST_LISTS = 100;
const MOST_SHORTER = 5;

/** The number of page sizes that are distinguished. */
const MOST_SIZES = 50;

/** What an enclosed response, or traversal, shows. */
interface Judged {
  readonly problems: readonly Problem[];
  /** Items of what encloses it: a small page knows nothing of what a large one shows. */
  readonly size: number;
}

type Judge = (page: Page, span: Span, caller: string) => readonly Judged[];

/** Of a paged list: traversals between two equal first pages. */
function byTraversals(list: PagedList, suite: SuiteContext): Judge {
  const traversals = new Traversals(list, suite);
  const problemsOf = ({ first, pages }: Enclosed): Judged => {
    const whole = sequenceOf(list, { pages: [first], refusal: null });
    const traversed = sequenceOf(list, { pages, refusal: null });
    return { problems: pagesProblems({ list }, traversed, whole), size: first.keys.length };
  };
  const isTraversal = ({ pages }: Enclosed) => pages.length > 1 || pages.some(({ keys }) => keys.length === 0);
  return (page, span, caller) => traversals.take(page.exchange, page, span, caller).filter(isTraversal).map(problemsOf);
}

/** Of a list without further pages: answers between two longer ones that are as long as each other. */
function byLongest(list: PagedList, { api }: SuiteContext): Judge {
  const known = new Between<Page, Page>(MOST_LISTS, MOST_SHORTER);
  return (page, span, caller) => {
    const key = listKey(list, api, page.exchange, caller);
    const most = known.get(key)?.keys.length ?? 0;
    const size = page.keys.length;
    if (size < most) known.add(key, slim(page), span);
    const shorter = size < most ? [] : known.close(key, slim(page), span);
    const whole = sequenceOf(list, { pages: [page], refusal: null });
    return (size > most ? [] : shorter).map((one) => {
      const traversed = sequenceOf(list, { pages: [one], refusal: null });
      return { problems: answerProblems({ list }, traversed, whole), size };
    });
  };
}

/**
 * Empty pages in a row although the responses report more items: the server may count and read separately, with writes
 * in between.
 */
const CERTAIN_ALONE = 2;

/**
 * Whether a response reports items, or more of them.
 * @param total its total; null if it has none. It is compared on the first page only: whether an offset counts items or
 * pages may be open, and whether a total counts only the page as well.
 */
function reportsItems(list: PagedList, total: string | null, { exchange, more }: Page): boolean {
  const isFirst = list.by === 'offset' && /^0*$/.test(queryOf(exchange).get(list.cursor) ?? '');
  const count = total === null || !isFirst ? 0 : valueAt(successJson(exchange), total);
  return more === true || (typeof count === 'number' && count > 0);
}

export function followLimited({ operation, limit }: Limited, suite: SuiteContext): Follower {
  const list = limit === undefined ? null : pagedListOf(suite.api, operation);
  const judge = list === null ? null : list.by === null ? byLongest(list, suite) : byTraversals(list, suite);
  const doubts = new Recent<Doubts>(MOST_SIZES);
  const alone = new Doubts(CERTAIN_ALONE);
  const [{ total = null } = {}] = declaredAt(suite.api, operation, 'paged');

  return ({ exchange, caller, began, at }, report) => {
    const { call } = exchange;
    if (list === null || judge === null || caller === null) return;
    if (call.kind !== 'http' || call.operation !== operation) return;
    const page = pageOf(list, exchange);
    // A limit that is no number, or below 1, demands nothing.
    const isLimited = list.limit !== null && queryOf(exchange).has(list.limit);
    if (page === null || (isLimited && limitOf(list.limit, page) === null)) return;
    if (reportsItems(list, total, page)) {
      const found = page.keys.length > 0 ? [] : [emptyProblem(list, page)];
      report('filled', ...alone.settle(new Map(found.map(({ id, breach }) => [id, breach]))));
    }
    for (const { problems, size } of judge(page, { began, at }, caller)) {
      const own = doubts.get(String(size)) ?? new Doubts(CERTAIN);
      doubts.set(String(size), own);
      const found = problems.map(({ breach }): [string, Breach] => ['filled', breach]);
      report('filled', ...own.settle(new Map(found)));
    }
  };
}
