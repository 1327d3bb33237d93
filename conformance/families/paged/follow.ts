/** What traffic shows of pages: each by itself, and traversals between two equal first pages. */

import type { SuiteContext } from '../../core/context.ts';
import type { Follower } from '../../core/family.ts';
import { type Breach, broken, type Judgement } from '../../core/judgement.ts';
import { type Page, type PagedList, pagedListOf, pageOf } from '../../discovery/pages.ts';
import { sequenceOf } from '../../discovery/sequence.ts';
import type { Problem } from '../../discovery/settled.ts';
import { queryOf } from '../../model/exchange.ts';
import { Recent } from '../../model/recent.ts';
import { Doubts } from '../kept.ts';
import type { Paged } from './declared.ts';
import { type Enclosed, Traversals } from './passing.ts';
import { PlainRequests } from './plain.ts';
import { continuesProblems, moreProblems, offsetProblems, plainProblems, REPEATED, repeated } from './problems.ts';

/** This many traversals in a row must be wrong before changes between their pages are no explanation. */
const CERTAIN = 2;

/** This many rejections in a row, each between pages that were served. */
const CERTAINLY_REFUSED = 3;

/** The number of page sizes that are distinguished. */
const MOST_SIZES = 50;

/** What no write of anybody explains: one answer contradicts itself, or leads nowhere. */
function contradictions(list: PagedList, page: Page): readonly Judgement[] {
  const { exchange, keys, next, more, items } = page;
  const hasKeys = list.key !== '' && items.every((item) => item[list.key] !== undefined);
  const twice = hasKeys ? repeated(list, { pages: [page] }) : [];
  if (list.by !== 'cursor' || list.next === null || keys.length === 0) return twice.map(({ breach }) => broken(breach));
  const request = queryOf(exchange).get(list.cursor) ?? '';
  const stuck = next !== '' && next === request && more === true;
  const [pointer, about] = [list.next, 'cursor'];
  return [
    ...twice.map(({ breach }) => broken(breach)),
    ...(more === true && next === ''
      ? [broken({ expected: 'a cursor, since more follows', actual: 'none', pointer, about, exchange })]
      : []),
    ...(stuck
      ? [
          broken({
            expected: 'a cursor for the next page',
            actual: 'the cursor of this page',
            pointer,
            about,
            exchange,
          }),
        ]
      : []),
  ];
}

function problemsOf(list: PagedList, { first, pages, refusal, isPlain }: Enclosed): readonly Problem[] {
  const whole = sequenceOf(list, { pages: [first], refusal: null });
  const traversed = sequenceOf(list, { pages, refusal });
  const of = list.by === 'offset' ? offsetProblems : isPlain ? plainProblems : continuesProblems;
  // What the first page does not hold may have moved, though that page stayed as it was.
  const isHeld = ({ id }: Problem) => !id.startsWith(REPEATED) || whole.places.has(id.slice(REPEATED.length));
  return [...of(list, traversed, whole), ...(list.by === 'offset' ? [] : moreProblems(list, traversed, whole))].filter(
    isHeld,
  );
}

export function followPaged({ operation, rules }: Paged, suite: SuiteContext): Follower {
  const list = pagedListOf(suite.api, operation);
  const traversals = list === null ? null : new Traversals(list, suite);
  const plain = list === null ? null : new PlainRequests(list, suite.api);
  const refusals = new Doubts(CERTAINLY_REFUSED);
  /** By the aspect, and the size of the page that encloses: a small one knows nothing of what a large one shows. */
  const doubts = new Recent<Doubts>(MOST_SIZES);

  return ({ exchange, caller, began, at }, report) => {
    const { call } = exchange;
    if (list === null || traversals === null || call.kind !== 'http' || call.operation !== operation) return;
    const page = pageOf(list, exchange);
    if (page !== null) report('continues', ...contradictions(list, page));
    if (caller === null) return;
    for (const breach of plain?.take(exchange, page !== null, { began, at }, caller) ?? []) {
      report('first', ...refusals.settle(new Map(breach === null ? [] : [['refused', breach]])));
    }
    for (const enclosed of traversals.take(exchange, page, { began, at }, caller)) {
      if (enclosed.pages.length < 2 && enclosed.refusal === null) continue;
      const problems = problemsOf(list, enclosed);
      const values = [enclosed.first, ...enclosed.pages].flatMap(({ keys }) => keys);
      for (const { aspect } of rules) {
        const key = `${aspect} ${enclosed.first.keys.length}`;
        const some = doubts.get(key) ?? new Doubts(CERTAIN);
        doubts.set(key, some);
        const own = problems.filter((problem) => problem.aspect === aspect);
        const found = own.map(({ breach }): [string, Breach] => [aspect, { ...breach, values }]);
        report(aspect, ...some.settle(new Map(found)));
      }
    }
  };
}
