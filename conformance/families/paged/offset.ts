/** Pages by offset. What an offset counts may be open: the items before the page, or the pages before it. */
import { askPage, pageOf } from '../../find/pages.ts';
import { type Sequence, sequenceOf } from '../../find/sequence.ts';
import { type Problem, type Settled, settled } from '../../find/settled.ts';
import { wholeOf } from '../../find/subject.ts';
import { type Beside, type Walks, walkAgain, walkByNumber } from '../../find/walks.ts';
import { blockedBy, broken, observed, pass } from '../../rules/judgement.ts';
import type { Judgement, Say, Talk } from '../../rules/rule.ts';
import { restless, tooShort } from '../undecided.ts';
import { offsetProblems } from './problems.ts';

function look(talk: Talk, walks: Walks, walked: Sequence, again: () => Promise<Sequence>): Promise<Settled> {
  const { list, whole } = walks;
  const problemsOf = (one: Sequence, beside: Sequence) => offsetProblems(list, one, beside);
  return settled({ walked, whole, problemsOf, again, wholeAgain: () => wholeOf(talk, walks) });
}

function isFine({ problems, doubtful }: Settled): boolean {
  return problems.length + doubtful.length === 0;
}

/** Each item must be shown once: by an offset that counts items, or by one that counts pages. */
async function judgeWalk(talk: Talk, walks: Walks, { walk, walked }: Beside): Promise<readonly Judgement[]> {
  const { list } = walks;
  const { limit = 1 } = walk;
  const tells = limit > 1 && walked.pages.length > 1;
  const byItem = await look(talk, walks, walked, () => walkAgain(talk, walks, walk));
  if (isFine(byItem)) return tells ? [pass, observed(`the offset counts ${list.noun}`)] : [];
  const numbered = () => walkByNumber(talk, walks, limit);
  if (tells && isFine(await look(talk, walks, await numbered(), numbered)))
    return [pass, observed('the offset counts pages')];
  return byItem.problems.length === 0 ? [restless(list)] : byItem.problems.map(({ breach }) => broken(breach));
}

/** An offset holds without a limit, too: the page does not begin as it does without an offset. */
async function judgeBare(talk: Talk, walks: Walks): Promise<readonly Judgement[]> {
  const { list, input, credentials, whole } = walks;
  const ask = async (cursor?: string) => {
    const label = cursor === undefined ? 'without a limit' : 'an offset alone';
    const query = cursor === undefined ? {} : { cursor };
    const page = pageOf(list, await askPage(talk, list, input, query, { label, credentials, intent: 'open' }));
    return sequenceOf(list, { pages: page === null ? [] : [page], refusal: null });
  };
  const [plain, moved] = whole.keys.length < 2 ? [] : [await ask(), await ask('1')];
  if (plain === undefined || moved === undefined) return [];
  const problemsOf = ({ keys: [first], pages: [page] }: Sequence, { keys: [usual] }: Sequence): readonly Problem[] => {
    if (first === undefined || first !== usual || page === undefined) return [];
    const expected = `another of the ${list.noun} first than without an offset`;
    const breach = { expected, actual: first, pointer: list.items, about: 'offset', exchange: page.exchange };
    return [{ aspect: 'continues', id: `begins with ${first}`, breach }];
  };
  const seen = { walked: moved, whole: plain, problemsOf };
  const { problems } = await settled({ ...seen, again: () => ask('1'), wholeAgain: () => ask() });
  return problems.map(({ breach }) => broken(breach));
}

/** Judges the walks by offset: the first that is wrong says it all. */
export async function judgeOffset(walks: Walks, talk: Talk, say: Say): Promise<void> {
  const { list, whole, others } = walks;
  if (whole.keys.length < 2) return say(tooShort(list, whole.keys.length));
  const said: Judgement[] = [];
  for (const beside of others) {
    said.push(...(await judgeWalk(talk, walks, beside)));
    if (said.some(({ verdict }) => verdict === 'broken' || verdict === 'inconclusive')) break;
  }
  if (said.every(({ verdict }) => verdict !== 'broken')) said.push(...(await judgeBare(talk, walks)));
  if (said.length > 0) return say(...new Map(said.map((one) => [JSON.stringify(one), one])).values());
  const refused = others.find(({ walked }) => walked.refusal !== null)?.walked.refusal;
  say(refused ? blockedBy(refused) : tooShort(list, whole.keys.length));
}
