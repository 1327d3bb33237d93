/** What names one thing names no other: of two that were made, each bears ids of its own. */
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { excerpt } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { sameValue } from '../../model/values/same.ts';
import { blockedBy, broken, pass } from '../judgement.ts';
import type { Judgement } from '../rule.ts';

/** @param pointers of what names a thing, in the answer that made it; what is not there is for the schema to tell. */
export function judgeOwnIds(made: readonly [Exchange, Exchange], pointers: readonly string[]): readonly Judgement[] {
  const [first, second] = made;
  const refused = made.find((exchange) => !isSuccess(exchange));
  if (refused !== undefined) return [blockedBy(refused)];
  return pointers.map((pointer) => {
    const [one, other] = made.map((exchange) => valueAt(successJson(exchange), pointer));
    if (one === undefined || !sameValue(one, other)) return pass;
    const expected = `another than that of ${first.call.label}, ${excerpt(one)}`;
    return broken({ expected, actual: excerpt(other), pointer, exchange: second });
  });
}
