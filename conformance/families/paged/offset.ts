/** Pages by offset, or by their number. What an offset counts may be open: the items before the page, or the pages before it. */

import type { CheckContext } from '../../core/context.ts';
import type { ReportAspect } from '../../core/family.ts';
import { blockedBy, broken, type Judgement, observed, pass } from '../../core/judgement.ts';
import { sendPage } from '../../discovery/pages.ts';
import { type Sequence, sequenceWith } from '../../discovery/sequence.ts';
import { type Problem, type Settled, settled } from '../../discovery/settled.ts';
import { type Beside, type Traversals, traverseAgain, traverseByNumber, wholeOf } from '../../discovery/traversal.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isUndisputed, judgedOf, tooShort } from '../undecided.ts';
import { offsetProblems } from './problems.ts';

function probe(
  ctx: CheckContext,
  traversals: Traversals,
  traversed: Sequence,
  again: () => Promise<Sequence>,
): Promise<Settled> {
  const { list, whole } = traversals;
  const problemsOf = (one: Sequence, beside: Sequence) => offsetProblems(list, one, beside);
  return settled({ traversed, whole, problemsOf, again, wholeAgain: () => wholeOf(ctx, traversals) });
}

/** What an offset counts, and where it shows. */
interface Unit {
  readonly counted: string;
  readonly exchange: Exchange | undefined;
}

/** The judgement on a traversal, and what its offset counts if that shows. */
interface Judged {
  readonly reported: readonly Judgement[];
  readonly unit?: Unit;
}

/** Each item must be shown once: by an offset that counts items, or by one that counts pages. */
async function judgeTraversal(
  ctx: CheckContext,
  traversals: Traversals,
  { traverse, traversed }: Beside,
): Promise<Judged> {
  const { list } = traversals;
  const { limit = 1 } = traverse;
  const reports = limit > 1 && traversed.pages.length > 1 && list.by === 'offset';
  const byItem = await probe(ctx, traversals, traversed, () => traverseAgain(ctx, traversals, traverse));
  const counting = (counted: string): Judged => ({
    reported: [pass, observed(`the offset counts ${counted}`)],
    unit: { counted, exchange: traversed.pages[1]?.exchange },
  });
  if (isUndisputed(byItem))
    return reports ? counting(list.noun) : { reported: list.by === 'page' && traversed.pages.length > 1 ? [pass] : [] };
  const numbered = () => traverseByNumber(ctx, traversals, limit);
  if (reports && isUndisputed(await probe(ctx, traversals, await numbered(), numbered))) return counting('pages');
  return { reported: judgedOf(list, byItem) };
}

/** An offset, or the second page, holds without a limit, too: it does not begin as the list does. */
async function judgeBare(ctx: CheckContext, traversals: Traversals): Promise<readonly Judgement[]> {
  const { list, input, credentials, whole } = traversals;
  const second = list.by === 'page' ? '2' : '1';
  const send = async (cursor?: string) => {
    const label = cursor === undefined ? 'without a limit' : 'an offset alone';
    const query = cursor === undefined ? {} : { cursor };
    return sequenceWith(list, await sendPage(ctx, list, input, query, { label, credentials, intent: 'open' }));
  };
  const [plain, moved] = whole.keys.length < 2 ? [] : [await send(), await send(second)];
  if (plain === undefined || moved === undefined) return [];
  const problemsOf = ({ keys: [first], pages: [page] }: Sequence, { keys: [usual] }: Sequence): readonly Problem[] => {
    if (first === undefined || first !== usual || page === undefined) return [];
    const expected = `a different first item than without ${list.cursor}`;
    const breach = { expected, actual: first, pointer: list.items, about: 'offset', exchange: page.exchange };
    return [{ aspect: 'continues', id: `begins with ${first}`, breach }];
  };
  const seen = { traversed: moved, whole: plain, problemsOf };
  const { problems } = await settled({ ...seen, again: () => send(second), wholeAgain: () => send() });
  return problems.map(({ breach }) => broken(breach));
}

function judgeUnit({ list, whole }: Traversals, unit: Unit | undefined): Judgement {
  if (unit === undefined) return tooShort(list, whole.keys.length, 5);
  const { counted, exchange } = unit;
  const expected = `an offset that skips as many ${list.noun} as it says`;
  return counted === list.noun
    ? pass
    : broken({ expected, actual: `an offset that counts ${counted}`, pointer: list.items, exchange });
}

/** Judges the traversals by offset: the first wrong one decides. A correct one shows what the offset counts. */
export async function judgeOffset(traversals: Traversals, ctx: CheckContext, report: ReportAspect): Promise<void> {
  const { list, whole, others } = traversals;
  const reportOne = (...judgements: readonly Judgement[]) => report('continues', ...judgements);
  if (whole.keys.length < 2) {
    const short = tooShort(list, whole.keys.length);
    reportOne(short);
    return report('items', short);
  }
  const reported: Judgement[] = [];
  let unit: Unit | undefined;
  for (const beside of others) {
    const judged = await judgeTraversal(ctx, traversals, beside);
    reported.push(...judged.reported);
    unit ??= judged.unit;
    if (reported.some(({ verdict }) => verdict === 'broken' || verdict === 'inconclusive')) break;
  }
  if (reported.every(({ verdict }) => verdict !== 'broken')) reported.push(...(await judgeBare(ctx, traversals)));
  if (reported.length > 0) reportOne(...new Map(reported.map((one) => [JSON.stringify(one), one])).values());
  else {
    const refused = others.find(({ traversed }) => traversed.refusal !== null)?.traversed.refusal;
    reportOne(refused ? blockedBy(refused) : tooShort(list, whole.keys.length));
  }
  report('items', judgeUnit(traversals, unit));
}
