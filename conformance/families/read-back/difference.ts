/** What is read otherwise than it was made. */
import { inPath } from '../../find/paths.ts';
import type { ApiModel } from '../../model/api.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { excerpt, type JsonObject, sameJson } from '../../model/json.ts';
import { valueAt } from '../../model/pointer.ts';
import { membersOf, type ReadBack, readAt } from './declared.ts';

/**
 * The first member that was read otherwise than it was answered when it was made.
 *
 * @param place of what was made, in the answer.
 */
export function firstDifference(
  api: ApiModel,
  declared: ReadBack,
  { item }: { readonly item: JsonObject },
  exchange: Exchange,
  place = readAt(api, declared),
) {
  const thing = valueAt(successJson(exchange), place);
  const member = membersOf(api, declared).find((pointer) => {
    const [made, read] = [valueAt(item, pointer), valueAt(thing, pointer)];
    return !(sameJson(made, read) || (inPath(made) !== null && inPath(made) === inPath(read)));
  });
  if (member === undefined) return null;
  const expected = `${excerpt(valueAt(item, member))}, as when it was made`;
  return { expected, actual: excerpt(valueAt(thing, member)), pointer: `${place}${member}` };
}
