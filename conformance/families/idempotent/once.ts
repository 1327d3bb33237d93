/** Counts what a request created in a list, by a text that only this request has sent. */
import type { CheckContext } from '../../core/context.ts';
import { broken, inconclusive, type Judgement, pass } from '../../core/judgement.ts';
import { MOST_PAGES, pagedListOf, traverseWhole } from '../../discovery/pages.ts';
import { sharedInput } from '../../discovery/paths.ts';
import { sequenceOf } from '../../discovery/sequence.ts';
import { freeMembers } from '../../discovery/texts.ts';
import { type ApiModel, operationOf } from '../../model/document/api.ts';
import { declaredAt } from '../../model/document/lists.ts';
import type { Input } from '../../model/input.ts';
import { isObject } from '../../model/values/json.ts';
import type { Idempotent } from './declared.ts';

/** The lists that show what an operation creates, with the member that identifies the request by its text. */
export function listsOf(api: ApiModel, { operation: id }: Idempotent) {
  const [member] = freeMembers(api, operationOf(api, id));
  const lists = declaredAt(api, id, 'read-back').flatMap((one) => one.lists ?? []);
  return lists.flatMap((list) => {
    const paged = pagedListOf(api, list);
    return paged === null || member === undefined ? [] : [{ list: paged, member }];
  });
}

/** Judges that a list has one item with the text that was sent; null when no list is known to show it. */
export async function judgeOnce(ctx: CheckContext, declared: Idempotent, input: Input): Promise<Judgement | null> {
  const { api } = ctx.suite;
  for (const { list, member } of listsOf(api, declared)) {
    const text = isObject(input.body) ? input.body[member] : undefined;
    const traverse = { most: MOST_PAGES, credentials: 'given', intent: 'open' } as const;
    const shared = sharedInput(operationOf(api, list.operation), input);
    const counted = async () => {
      const { pages, ended } = sequenceOf(list, await traverseWhole(ctx, list, shared, traverse));
      const own = pages.flatMap((page) => page.items.filter((item) => item[member] === text).map(() => page));
      return { own, ended };
    };
    const { own, ended } = await ctx.until(counted, (one) => one.own.length > 0);
    const exchange = own.at(-1)?.exchange;
    if (own.length > 1 && exchange !== undefined) {
      const expected = `one of ${list.noun} with the ${member} that was sent twice with one key`;
      return broken({ expected, actual: `${own.length}`, pointer: list.items, about: 'once', exchange });
    }
    if (own.length === 1) return ended ? pass : inconclusive(`${list.operation} is too long to be read as a whole`);
  }
  return null;
}
