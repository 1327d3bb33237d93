/** Two lists that come page by page, compared as they were walked through: a page shows few kinds of things. */
import { inputsOf } from '../../find/find.ts';
import { MOST_PAGES, pagedListOf, walkFirst, walkWhole } from '../../find/pages.ts';
import { sharedInput } from '../../find/paths.ts';
import { operationOf } from '../../model/api.ts';
import { broken } from '../../rules/judgement.ts';
import type { Judgement, Talk } from '../../rules/rule.ts';
import { type Difference, differences, type Told } from './compare.ts';
import { httpSide, keyOf, type SameAs, sharedNames, toldBy } from './sides.ts';

type Walk = typeof walkFirst;

/** What two lists that are walked through tell differently; walks that others share are not gone again. */
async function differing(talk: Talk, declared: SameAs, walk: Walk): Promise<readonly Difference[]> {
  const { api } = talk.scene;
  const { operation: id, other = '' } = declared;
  const side = httpSide(declared, api);
  const [found] = await inputsOf(talk, id);
  if (found === undefined) return [];
  const told = async (operation: string): Promise<readonly Told[]> => {
    const list = pagedListOf(api, operation);
    if (list?.by !== 'cursor') return [];
    const input = operation === id ? found.input : sharedInput(operationOf(api, operation), found.input);
    const { pages } = await walk(talk, list, input, { credentials: 'given', intent: 'open', most: MOST_PAGES });
    return pages.flatMap(({ exchange }) => toldBy(api, operation, exchange, keyOf(api, declared)) ?? []);
  };
  const here = await told(id);
  const [first] = here;
  if (first === undefined) return [];
  const whole: Told = { exchange: first.exchange, things: here.flatMap(({ things }) => things) };
  const members = sharedNames(declared, api).filter(([, name]) => side.has(name));
  const comparison = { name: id, members, encoded: side.encoded, whole: 0 };
  return (await told(other)).flatMap((there) => differences(whole, there, whole, comparison));
}

/** What two walked lists tell differently of the same things, and still do when both are walked through once more. */
export async function comparedWholes(talk: Talk, declared: SameAs): Promise<readonly Judgement[]> {
  const before = await differing(talk, declared, walkFirst);
  const again = before.length === 0 ? [] : await differing(talk, declared, walkWhole);
  const textOf = ({ id, breach: { expected, actual } }: Difference) => JSON.stringify([id, expected, actual]);
  const told = new Set(before.map(textOf));
  return again.filter((one) => told.has(textOf(one))).map(({ breach }) => broken(breach));
}
