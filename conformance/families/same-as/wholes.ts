/** Two lists that come page by page, compared as they were walked through: a page shows few kinds of things. */

import type { Talk } from '../../core/context.ts';
import { broken, type Judgement } from '../../core/judgement.ts';
import { MOST_PAGES, pagedListOf, walkFirst, walkWhole } from '../../discovery/pages.ts';
import { sharedInput } from '../../discovery/paths.ts';
import { inputsOf } from '../../discovery/things.ts';
import { operationOf } from '../../model/document/api.ts';
import type { Input } from '../../model/input.ts';
import { type Difference, differences, type Told } from './compare.ts';
import { httpSide, keyOf, type SameAs, sharedNames, toldBy } from './sides.ts';

type Walk = typeof walkFirst;

/** What two lists that are walked through tell differently; walks that others share are not gone again. */
async function differing(talk: Talk, declared: SameAs, own: Input, walk: Walk): Promise<readonly Difference[]> {
  const { api } = talk.scene;
  const { operation: id, other = '' } = declared;
  const side = httpSide(declared, api);
  const told = async (operation: string): Promise<readonly Told[]> => {
    const list = pagedListOf(api, operation);
    if (list?.by !== 'cursor') return [];
    const input = operation === id ? own : sharedInput(operationOf(api, operation), own);
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

const textOf = ({ id, breach: { expected, actual } }: Difference) => JSON.stringify([id, expected, actual]);

/** What two walked lists tell differently of the same things, and still do when both are walked through once more. */
export async function comparedWholes(talk: Talk, declared: SameAs): Promise<readonly Judgement[]> {
  const found = await inputsOf(talk, declared.operation);
  for (const { input } of new Set([...found.slice(0, 1), ...found.slice(-1)])) {
    const before = new Set((await differing(talk, declared, input, walkFirst)).map(textOf));
    const again = before.size === 0 ? [] : await differing(talk, declared, input, walkWhole);
    const lasting = again.filter((one) => before.has(textOf(one)));
    if (lasting.length > 0) return lasting.map(({ breach }) => broken(breach));
  }
  return [];
}
