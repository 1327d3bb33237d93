/** Lists that are sorted by a member: `sorted`. */
import { inputsOf } from '../../find/find.ts';
import { askPage, type Page, type PagedList, pagedListOf, pageOf, walkPages } from '../../find/pages.ts';
import type { Declaration } from '../../model/behaviour.ts';
import type { Input } from '../../model/call.ts';
import { queryOf } from '../../model/exchange.ts';
import { excerpt } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass } from '../../rules/judgement.ts';
import type { Judgement, Talk } from '../../rules/rule.ts';
import { isAnswerOf, pick } from '../../rules/shared/answers.ts';
import { aspectOf, type Family } from '../family.ts';
import { sortedFaults } from './faults.ts';
import { firstWrong } from './order.ts';

export interface Sorted extends Declaration {
  readonly operation: string;
  /** Of the items, that they are sorted by. */
  readonly member: string;
  readonly direction: 'ascending' | 'descending' | 'either';
  /** The query parameter that asks for this order; absent: it always holds. */
  readonly when?: { readonly parameter: string; readonly value: string };
}

/** How the items of some pages run, one page after the other; null where they are too alike to tell. */
function judged({ member, direction }: Sorted, { items: place }: PagedList, pages: readonly Page[]): Judgement | null {
  const all = pages.flatMap((page) => page.items.map((item, index) => ({ page, index, value: item[member] })));
  const wrong = firstWrong(
    all.map(({ value }) => value),
    direction,
  );
  if (wrong === null) return null;
  const [before, found] = [all[wrong - 1], all[wrong]];
  if (found === undefined) return pass;
  const order = direction === 'either' ? 'in one direction' : direction;
  const from = before?.page === found.page ? '' : ', the last of the page before';
  return broken({
    expected: `${member} ${order}: after ${excerpt(before?.value)}${from}`,
    actual: excerpt(found.value),
    pointer: within(within(place, found.index), member),
    about: 'order',
    exchange: found.page.exchange,
  });
}

/** Small pages, so that a list whose pages are sorted one by one is found out. */
const SMALL = 2;
const FEW_PAGES = 4;

/** What runs on over the pages: others may come between, though not each time. */
async function judgeAcross(talk: Talk, declared: Sorted, list: PagedList, input: Input): Promise<Judgement | null> {
  const walk = { name: `${list.noun} by ${declared.member}, in small pages`, limit: SMALL, most: FEW_PAGES } as const;
  let judgement: Judgement | null = null;
  for (let time = 1; time <= 2; time += 1) {
    const { pages } = await walkPages(talk, list, input, { ...walk, intent: 'open' });
    judgement = judged(declared, list, pages);
    if (judgement?.verdict !== 'broken') break;
  }
  return judgement;
}

export default {
  name: 'sorted',
  watch(declared, exchange, { api }, say) {
    if (!isAnswerOf(exchange, declared.operation)) return;
    const { when } = declared;
    if (when !== undefined && queryOf(exchange).get(when.parameter) !== when.value) return;
    const list = pagedListOf(api, declared.operation);
    const page = list === null ? null : pageOf(list, exchange);
    const judgement = list === null || page === null ? null : judged(declared, list, [page]);
    if (judgement !== null) say(aspectOf(declared), judgement);
  },
  async check(declared, talk, say) {
    const { operation, when, member } = declared;
    const list = pagedListOf(talk.scene.api, operation);
    if (list === null) return;
    const found = await inputsOf(talk, operation);
    for (const [place, { input: base }] of pick(found).entries()) {
      const query = when === undefined ? base.query : { ...base.query, [when.parameter]: when.value };
      const input = { ...base, query };
      const exchange = await askPage(talk, list, input, {}, { label: `${list.noun} by ${member}` });
      if (pageOf(list, exchange) === null) say(aspectOf(declared), blockedBy(exchange));
      else if (place === 0 && list.by !== null && list.limit !== null) {
        const judgement = await judgeAcross(talk, declared, list, input);
        if (judgement !== null) say(aspectOf(declared), judgement);
      }
    }
    // Where something was to be compared, it was judged as it passed by.
    say(
      aspectOf(declared),
      inconclusive(
        `${operation} lists too few ${list.noun} of different ${member}`,
        `put ${list.noun} of different ${member} into the data`,
      ),
    );
  },
  faults: sortedFaults,
} satisfies Family<Sorted>;
