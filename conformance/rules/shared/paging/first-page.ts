/** Without `cursor` and `limit` the list is answered from its beginning; either may be sent alone. */
import { isSuccess, outcomeText, type Trace } from '../../../model/exchange.ts';
import { blockedBy, broken, exchangeOf, hintFor, pass } from '../../judgement.ts';
import type { Judgement, Rule } from '../../rule.ts';
import { type PagedList, pageCall, pageOf } from './list.ts';
import { listRule, restless, unread } from './rule.ts';
import { AGAIN } from './walk.ts';

const NOTHING = 'without cursor and limit';
const SAME = 'as many from the beginning';
const CURSOR_ALONE = 'with a cursor alone';

function judge(list: PagedList, trace: Trace): readonly Judgement[] {
  const exchange = exchangeOf(trace, NOTHING);
  const plain = pageOf(list, exchange);
  if (exchange === undefined) return [unread(list, trace)];
  if (plain === null) {
    const { outcome } = exchange;
    const mayRefuse = isSuccess(exchange) || outcome.kind === 'failure' || outcome.status >= 500;
    if (mayRefuse || hintFor(exchange) !== undefined) return [unread(list, trace)];
    return [broken({ expected: `the first page of ${list.noun}`, actual: outcomeText(exchange), exchange })];
  }
  const alone = exchangeOf(trace, CURSOR_ALONE);
  if (alone !== undefined && pageOf(list, alone) === null) return [blockedBy(alone)];
  const same = pageOf(list, exchangeOf(trace, SAME));
  if (same === null) return [pass];
  const stranger = plain.keys.findIndex((key) => !same.keys.includes(key));
  const missing = same.keys.findIndex((key) => !plain.keys.includes(key));
  if (stranger < 0 && missing < 0) return [pass];
  const again = pageOf(list, exchangeOf(trace, AGAIN));
  if (again?.keys.some((key, index) => key !== plain.keys[index])) return [restless(list)];
  return [
    broken({
      expected: `the first page, the same as with limit=${plain.items.length}`,
      actual: stranger < 0 ? `${same.keys[missing]} is missing` : `${plain.keys[stranger]}, which is further back`,
      pointer: list.items,
      exchange,
    }),
  ];
}

/** The rule for lists. */
export function firstPage(id: string, lists: readonly PagedList[]): Rule {
  return listRule(
    id,
    lists,
    function* (scene, list, input) {
      const plain = pageOf(list, yield pageCall(scene, list, input, {}, { label: NOTHING }));
      if (plain === null) return;
      const limit = plain.items.length;
      if (limit > 0) yield pageCall(scene, list, input, { limit }, { label: SAME });
      if (plain.hasNext === true) yield pageCall(scene, list, input, { cursor: plain.next }, { label: CURSOR_ALONE });
      yield pageCall(scene, list, input, {}, { label: AGAIN });
    },
    judge,
  );
}
