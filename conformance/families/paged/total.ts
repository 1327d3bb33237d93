/** The total number of items, as each page reports it. */

import type { CheckContext, SuiteContext } from '../../core/context.ts';
import { inconclusive, type Judgement } from '../../core/judgement.ts';
import type { PagedList } from '../../discovery/pages.ts';
import type { Sequence } from '../../discovery/sequence.ts';
import { type Problem, type Settled, settled } from '../../discovery/settled.ts';
import { type Probing, type Traversals, traverseAgain, wholeOf } from '../../discovery/traversal.ts';
import { operationOf } from '../../model/document/api.ts';
import { declaredAt } from '../../model/document/lists.ts';
import { successJson } from '../../model/exchange.ts';
import { excerpt } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { judgedOf } from '../undecided.ts';

function problemsOf({ noun }: PagedList, pointer: string, { pages }: Sequence, whole: Sequence): readonly Problem[] {
  const count = whole.keys.length;
  return pages.flatMap(({ exchange }) => {
    const reported = valueAt(successJson(exchange), pointer);
    if (!whole.ended || Number(reported) === count) return [];
    const breach = { expected: `${count}, the number of ${noun}`, actual: excerpt(reported), pointer, exchange };
    return [{ aspect: 'total', id: `${count} ${excerpt(reported)}`, breach }];
  });
}

/** The list of what one of its items belongs to, for each optional parameter: a total may count what that leaves out. */
function filtered({ api }: SuiteContext, { whole, others: _, ...sending }: Traversals): readonly Probing[] {
  const { list, input } = sending;
  const { parameters } = operationOf(api, list.operation);
  return declaredAt(api, list.operation, 'belongs-to').flatMap(({ parameter, member }) => {
    const isQuery = parameters.some((one) => one.name === parameter && one.in === 'query');
    const [value] = whole.pages.flatMap(({ items }) => items.flatMap((item) => item[member] ?? []));
    if (!isQuery || input.query[parameter] !== undefined || value === undefined) return [];
    return [{ ...sending, input: { ...input, query: { ...input.query, [parameter]: String(value) } } }];
  });
}

/** @param pointer of the total in a page. */
export async function judgeTotal(
  traversals: Traversals,
  ctx: CheckContext,
  pointer: string,
): Promise<readonly Judgement[]> {
  const { list, whole, others } = traversals;
  const parts = others.filter(({ traversed }) => traversed.pages.length > 1);
  if (!whole.ended || parts.length === 0) {
    const hint = `use data in which ${list.operation} lists fewer ${list.noun}, but more than one page`;
    return [inconclusive(`the suite could not read all pages of ${list.noun}`, hint)];
  }
  const wholeAgain = () => wholeOf(ctx, traversals);
  const probe = (traversed: Sequence, again: () => Promise<Sequence>): Promise<Settled> =>
    settled({
      traversed,
      whole,
      problemsOf: (one, beside) => problemsOf(list, pointer, one, beside),
      again,
      wholeAgain,
    });
  const found = [await probe(whole, wholeAgain)];
  for (const { traverse, traversed } of parts)
    found.push(await probe(traversed, () => traverseAgain(ctx, traversals, traverse)));
  for (const sending of filtered(ctx.suite, traversals)) {
    const again = () => wholeOf(ctx, sending);
    const part = await again();
    const seen = { traversed: part, whole: part, again, wholeAgain: again };
    found.push(await settled({ ...seen, problemsOf: (one, beside) => problemsOf(list, pointer, one, beside) }));
  }
  const problems = found.flatMap((one) => one.problems).slice(0, 1);
  return judgedOf(list, { problems, doubtful: found.flatMap(({ doubtful }) => doubtful) });
}
