/** How many items there are in all the pages, as each page tells it. */

import type { Scene, Talk } from '../../core/context.ts';
import { inconclusive, type Judgement } from '../../core/judgement.ts';
import type { PagedList } from '../../discovery/pages.ts';
import type { Sequence } from '../../discovery/sequence.ts';
import { type Problem, type Settled, settled } from '../../discovery/settled.ts';
import { type Asking, type Walks, walkAgain, wholeOf } from '../../discovery/traversal.ts';
import { operationOf } from '../../model/document/api.ts';
import { declaredAt } from '../../model/document/lists.ts';
import { successJson } from '../../model/exchange.ts';
import { excerpt } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { judgedOf } from '../undecided.ts';

function problemsOf({ noun }: PagedList, pointer: string, { pages }: Sequence, whole: Sequence): readonly Problem[] {
  const count = whole.keys.length;
  return pages.flatMap(({ exchange }) => {
    const told = valueAt(successJson(exchange), pointer);
    if (!whole.ended || Number(told) === count) return [];
    const breach = { expected: `${count}, the number of ${noun}`, actual: excerpt(told), pointer, exchange };
    return [{ aspect: 'total', id: `${count} ${excerpt(told)}`, breach }];
  });
}

/** The list of what one of its items belongs to, for each optional parameter: a total may count what that leaves out. */
function filtered({ api }: Scene, { whole, others: _, ...asking }: Walks): readonly Asking[] {
  const { list, input } = asking;
  const { parameters } = operationOf(api, list.operation);
  return declaredAt(api, list.operation, 'belongs-to').flatMap(({ parameter, member }) => {
    const isQuery = parameters.some((one) => one.name === parameter && one.in === 'query');
    const [value] = whole.pages.flatMap(({ items }) => items.flatMap((item) => item[member] ?? []));
    if (!isQuery || input.query[parameter] !== undefined || value === undefined) return [];
    return [{ ...asking, input: { ...input, query: { ...input.query, [parameter]: String(value) } } }];
  });
}

/** @param pointer where a page tells it. */
export async function judgeTotal(walks: Walks, talk: Talk, pointer: string): Promise<readonly Judgement[]> {
  const { list, whole, others } = walks;
  const parts = others.filter(({ walked }) => walked.pages.length > 1);
  if (!whole.ended || parts.length === 0) {
    const hint = `use data in which ${list.operation} lists fewer ${list.noun}, but more than one page`;
    return [inconclusive(`the suite could not read all pages of ${list.noun}`, hint)];
  }
  const wholeAgain = () => wholeOf(talk, walks);
  const look = (walked: Sequence, again: () => Promise<Sequence>): Promise<Settled> =>
    settled({ walked, whole, problemsOf: (one, beside) => problemsOf(list, pointer, one, beside), again, wholeAgain });
  const found = [await look(whole, wholeAgain)];
  for (const { walk, walked } of parts) found.push(await look(walked, () => walkAgain(talk, walks, walk)));
  for (const asking of filtered(talk.scene, walks)) {
    const again = () => wholeOf(talk, asking);
    const part = await again();
    const seen = { walked: part, whole: part, again, wholeAgain: again };
    found.push(await settled({ ...seen, problemsOf: (one, beside) => problemsOf(list, pointer, one, beside) }));
  }
  const problems = found.flatMap((one) => one.problems).slice(0, 1);
  return judgedOf(list, { problems, doubtful: found.flatMap(({ doubtful }) => doubtful) });
}
