/** How many items there are in all the pages, as each page tells it. */
import type { PagedList } from '../../find/pages.ts';
import type { Sequence } from '../../find/sequence.ts';
import { type Problem, type Settled, settled } from '../../find/settled.ts';
import { wholeOf } from '../../find/subject.ts';
import { type Walks, walkAgain } from '../../find/walks.ts';
import { successJson } from '../../model/exchange.ts';
import { excerpt } from '../../model/json.ts';
import { valueAt } from '../../model/pointer.ts';
import { broken, inconclusive, pass } from '../../rules/judgement.ts';
import type { Judgement, Talk } from '../../rules/rule.ts';
import { restless } from '../undecided.ts';

function problemsOf({ noun }: PagedList, pointer: string, { pages }: Sequence, whole: Sequence): readonly Problem[] {
  const count = whole.keys.length;
  return pages.flatMap(({ exchange }) => {
    const told = valueAt(successJson(exchange), pointer);
    if (!whole.ended || Number(told) === count) return [];
    const breach = { expected: `${count}, the number of ${noun}`, actual: excerpt(told), pointer, exchange };
    return [{ aspect: 'total', id: `${count} ${excerpt(told)}`, breach }];
  });
}

/** @param pointer where a page tells it. */
export async function judgeTotal(walks: Walks, talk: Talk, pointer: string): Promise<readonly Judgement[]> {
  const { list, whole, others } = walks;
  const parts = others.filter(({ walked }) => walked.pages.length > 1);
  if (!whole.ended || parts.length === 0) {
    const hint = `let ${list.operation} list fewer ${list.noun}, but more than a page`;
    return [inconclusive(`no walk through the pages of ${list.noun} saw all of them`, hint)];
  }
  const wholeAgain = () => wholeOf(talk, walks);
  const look = (walked: Sequence, again: () => Promise<Sequence>): Promise<Settled> =>
    settled({ walked, whole, problemsOf: (one, beside) => problemsOf(list, pointer, one, beside), again, wholeAgain });
  const found = [await look(whole, wholeAgain)];
  for (const { walk, walked } of parts) found.push(await look(walked, () => walkAgain(talk, walks, walk)));
  const [problem] = found.flatMap(({ problems }) => problems);
  if (problem !== undefined) return [broken(problem.breach)];
  return [found.some(({ doubtful }) => doubtful.length > 0) ? restless(list) : pass];
}
