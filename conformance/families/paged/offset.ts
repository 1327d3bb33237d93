/** Pages by offset, or by their number. What an offset counts may be open: the items before the page, or the pages before it. */

import type { Talk } from '../../core/context.ts';
import type { SayOf } from '../../core/family.ts';
import { blockedBy, broken, type Judgement, observed, pass } from '../../core/judgement.ts';
import { askPage } from '../../discovery/pages.ts';
import { type Sequence, sequenceWith } from '../../discovery/sequence.ts';
import { type Problem, type Settled, settled } from '../../discovery/settled.ts';
import { type Beside, type Walks, walkAgain, walkByNumber, wholeOf } from '../../discovery/traversal.ts';
import type { Exchange } from '../../model/exchange.ts';
import { isUndisputed, judgedOf, tooShort } from '../undecided.ts';
import { offsetProblems } from './problems.ts';

function look(talk: Talk, walks: Walks, walked: Sequence, again: () => Promise<Sequence>): Promise<Settled> {
  const { list, whole } = walks;
  const problemsOf = (one: Sequence, beside: Sequence) => offsetProblems(list, one, beside);
  return settled({ walked, whole, problemsOf, again, wholeAgain: () => wholeOf(talk, walks) });
}

/** What an offset of a walk counts, and where it shows. */
interface Unit {
  readonly counted: string;
  readonly exchange: Exchange | undefined;
}

/** What is thought of a walk, and what its offset counts where that shows. */
interface Judged {
  readonly said: readonly Judgement[];
  readonly unit?: Unit;
}

/** Each item must be shown once: by an offset that counts items, or by one that counts pages. */
async function judgeWalk(talk: Talk, walks: Walks, { walk, walked }: Beside): Promise<Judged> {
  const { list } = walks;
  const { limit = 1 } = walk;
  const tells = limit > 1 && walked.pages.length > 1 && list.by === 'offset';
  const byItem = await look(talk, walks, walked, () => walkAgain(talk, walks, walk));
  const counting = (counted: string): Judged => ({
    said: [pass, observed(`the offset counts ${counted}`)],
    unit: { counted, exchange: walked.pages[1]?.exchange },
  });
  if (isUndisputed(byItem))
    return tells ? counting(list.noun) : { said: list.by === 'page' && walked.pages.length > 1 ? [pass] : [] };
  const numbered = () => walkByNumber(talk, walks, limit);
  if (tells && isUndisputed(await look(talk, walks, await numbered(), numbered))) return counting('pages');
  return { said: judgedOf(list, byItem) };
}

/** An offset, or the second page, holds without a limit, too: it does not begin as the list does. */
async function judgeBare(talk: Talk, walks: Walks): Promise<readonly Judgement[]> {
  const { list, input, credentials, whole } = walks;
  const second = list.by === 'page' ? '2' : '1';
  const ask = async (cursor?: string) => {
    const label = cursor === undefined ? 'without a limit' : 'an offset alone';
    const query = cursor === undefined ? {} : { cursor };
    return sequenceWith(list, await askPage(talk, list, input, query, { label, credentials, intent: 'open' }));
  };
  const [plain, moved] = whole.keys.length < 2 ? [] : [await ask(), await ask(second)];
  if (plain === undefined || moved === undefined) return [];
  const problemsOf = ({ keys: [first], pages: [page] }: Sequence, { keys: [usual] }: Sequence): readonly Problem[] => {
    if (first === undefined || first !== usual || page === undefined) return [];
    const expected = `a different first item than without ${list.cursor}`;
    const breach = { expected, actual: first, pointer: list.items, about: 'offset', exchange: page.exchange };
    return [{ aspect: 'continues', id: `begins with ${first}`, breach }];
  };
  const seen = { walked: moved, whole: plain, problemsOf };
  const { problems } = await settled({ ...seen, again: () => ask(second), wholeAgain: () => ask() });
  return problems.map(({ breach }) => broken(breach));
}

function judgeUnit({ list, whole }: Walks, unit: Unit | undefined): Judgement {
  if (unit === undefined) return tooShort(list, whole.keys.length, 5);
  const { counted, exchange } = unit;
  const expected = `an offset that skips as many ${list.noun} as it says`;
  return counted === list.noun
    ? pass
    : broken({ expected, actual: `an offset that counts ${counted}`, pointer: list.items, exchange });
}

/** Judges the walks by offset: the first that is wrong says it all. Where it passes, it tells what the offset counts. */
export async function judgeOffset(walks: Walks, talk: Talk, say: SayOf): Promise<void> {
  const { list, whole, others } = walks;
  const tell = (...judgements: readonly Judgement[]) => say('continues', ...judgements);
  if (whole.keys.length < 2) {
    const short = tooShort(list, whole.keys.length);
    tell(short);
    return say('items', short);
  }
  const said: Judgement[] = [];
  let unit: Unit | undefined;
  for (const beside of others) {
    const judged = await judgeWalk(talk, walks, beside);
    said.push(...judged.said);
    unit ??= judged.unit;
    if (said.some(({ verdict }) => verdict === 'broken' || verdict === 'inconclusive')) break;
  }
  if (said.every(({ verdict }) => verdict !== 'broken')) said.push(...(await judgeBare(talk, walks)));
  if (said.length > 0) tell(...new Map(said.map((one) => [JSON.stringify(one), one])).values());
  else {
    const refused = others.find(({ walked }) => walked.refusal !== null)?.walked.refusal;
    tell(refused ? blockedBy(refused) : tooShort(list, whole.keys.length));
  }
  say('items', judgeUnit(walks, unit));
}
