/** An id belongs to one item only: two created items have different ids. */

import { blockedBy, broken, type Judgement, pass } from '@wallet-services/conformance/core';
import { type Exchange, excerpt, isSuccess, sameValue, successJson, valueAt } from '@wallet-services/conformance/model';

/** @param pointers of the ids of an item, in the answer that created it; a missing one is reported by the schema. */
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
