/** One entry for all directions of a list: `{ family: sorted, by: sort, members: [name] }` is `sort=name` and `sort=-name`. */

import { type ApiModel, findOperation } from '../document/api.ts';
import { resolved } from '../document/document.ts';
import type { JsonObject } from '../values/json.ts';

/** Values that mean a direction, of any case: `desc`, `descending`, `-1`. */
const UP = /^\+?(asc|1$)/i;
const DOWN = /^(desc|-1$)/i;

/** The words of a parameter for both directions. */
function wordsOf(api: ApiModel, id: string | undefined, name: string) {
  const parameter = findOperation(api, id ?? null)?.parameters.find((one) => one.name === name);
  const { enum: values = [] } = parameter === undefined ? {} : resolved(api.document, parameter.schema);
  const wordFor = (pattern: RegExp, usual: string) => String(values.find((one) => pattern.test(String(one))) ?? usual);
  return { ascending: wordFor(UP, 'asc'), descending: wordFor(DOWN, 'desc') };
}

/** Both directions in which a member can be asked for. @param order the parameter with the direction. */
export function directionsOf(
  api: ApiModel,
  id: string | undefined,
  { by, member, order }: { readonly by: string; readonly member: string; readonly order?: string | undefined },
): readonly JsonObject[] {
  const words = order === undefined ? null : wordsOf(api, id, order);
  return (['ascending', 'descending'] as const).map((direction) => {
    const value = words === null && direction === 'descending' ? `-${member}` : member;
    const beside = words === null || order === undefined ? {} : { beside: { [order]: words[direction] } };
    return { member, direction, when: { parameter: by, value, ...beside } };
  });
}

/** The entry itself, or those that it is short for. */
export function withDirections(api: ApiModel, id: string | undefined, entry: JsonObject): readonly JsonObject[] {
  const { by, members, order, ...rest } = entry;
  if (entry['family'] !== 'sorted' || by === undefined || !Array.isArray(members)) return [entry];
  const one = { by: String(by), order: order === undefined ? undefined : String(order) };
  return members.flatMap((member: unknown) =>
    directionsOf(api, id, { ...one, member: String(member) }).map((directed) => ({ ...rest, ...directed })),
  );
}
