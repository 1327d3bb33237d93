/** A page holds at most `limit` items: the first page and a later one, with small limits and nearly everything. */
import type { Exchange, Trace } from '../../../model/exchange.ts';
import { blockedBy, broken, pass } from '../../judgement.ts';
import type { Judgement, Rule } from '../../rule.ts';
import { type PagedList, pageCall, pageOf } from './list.ts';
import { listRule, tooShort, unread } from './rule.ts';
import { walkPages } from './walk.ts';

const FIRST = 'without a limit';

/** Later pages are asked for with these. */
const SMALL = [1, 2, 3];

/** The largest limit that surely is below every maximum, for what a server gives when none is sent. */
function limitsFor(count: number): readonly number[] {
  return [...new Set([count - 1, count])].filter((limit) => limit > 0 && !SMALL.includes(limit));
}

function limitOf({ call }: Exchange): number | null {
  const text = call.kind === 'http' ? new URLSearchParams(call.path.split('?')[1]).get('limit') : null;
  return text === null ? null : Number(text);
}

function judge(list: PagedList, trace: Trace): readonly Judgement[] {
  const [first] = trace.exchanges.filter(({ call }) => call.label === FIRST);
  const available = pageOf(list, first)?.keys;
  if (available === undefined) return [unread(list, trace)];
  if (available.length < 2) return [tooShort(list, { keys: available })];
  return trace.exchanges.flatMap((exchange): readonly Judgement[] => {
    const limit = limitOf(exchange);
    if (limit === null) return [];
    const page = pageOf(list, exchange);
    if (page === null) return [blockedBy(exchange)];
    const count = page.items.length;
    if (count <= limit) return [pass];
    const actual = `${count} ${list.noun}`;
    return [broken({ expected: `at most ${limit} ${list.noun}`, actual, pointer: list.items, exchange })];
  });
}

/** The rule for lists. */
export function pageLimit(id: string, lists: readonly PagedList[]): Rule {
  return listRule(
    id,
    lists,
    function* (scene, list, input) {
      const first = pageOf(list, yield pageCall(scene, list, input, {}, { label: FIRST }));
      if (first === null) return;
      for (const limit of SMALL) yield* walkPages(scene, list, input, { name: `limit ${limit}`, limit, most: 3 });
      for (const limit of limitsFor(first.items.length)) {
        yield* walkPages(scene, list, input, { name: `limit ${limit}`, limit, most: 2 });
      }
      // From a page of one size to a page of another.
      if (first.next !== '' && first.hasNext === true) {
        yield pageCall(scene, list, input, { cursor: first.next, limit: 1 }, { label: 'limit 1, after a whole page' });
      }
    },
    judge,
  );
}
