/** How an item that is read differs from its creation. */
import { inPath } from '../../discovery/paths.ts';
import type { ApiModel } from '../../model/document/api.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { excerpt, type JsonObject, sameJson } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { idOf, membersOf, type ReadBack, readAt, reportedAs } from './declared.ts';

/**
 * The first member that differs between the reading and the creation.
 * @param by the operation that shows it: the reading one by default.
 * @param place of the new item in the response.
 */
export function firstDifference(
  api: ApiModel,
  declared: ReadBack,
  { item }: { readonly item: JsonObject },
  exchange: Exchange,
  by = declared.read ?? '',
  place = readAt(api, declared),
) {
  const thing = valueAt(successJson(exchange), place);
  for (const pointer of membersOf(api, declared)) {
    const there = reportedAs(api, declared, pointer, by);
    const [made, read] = [valueAt(item, pointer), there === null ? undefined : valueAt(thing, there)];
    // Where the answer does not show the id, the reading may not show it either.
    const isUnshown = declared.from !== undefined && pointer === idOf(declared) && read === undefined;
    if (there === null || isUnshown || sameJson(made, read) || (inPath(made) !== null && inPath(made) === inPath(read)))
      continue;
    const expected = `${excerpt(made)}, as when it was created`;
    return { expected, actual: excerpt(read), pointer: `${place}${there}`, against: declared.operation };
  }
  return null;
}
