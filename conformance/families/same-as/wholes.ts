/** Two paged lists, compared by their traversals: a page shows few kinds of items. */

import type { CheckContext } from '../../core/context.ts';
import { broken, type Judgement } from '../../core/judgement.ts';
import { MOST_PAGES, pagedListOf, traverseFirst, traverseWhole } from '../../discovery/pages.ts';
import { sharedInput } from '../../discovery/paths.ts';
import { inputsOf } from '../../discovery/things.ts';
import { operationOf } from '../../model/document/api.ts';
import type { Input } from '../../model/input.ts';
import { type Difference, differences, type Reported } from './compare.ts';
import { httpSide, keyOf, reportedBy, type SameAs, sharedNames } from './sides.ts';

type Traversal = typeof traverseFirst;

/** The differences between two traversed lists; shared traversals are not repeated. */
async function differing(
  ctx: CheckContext,
  declared: SameAs,
  own: Input,
  traverse: Traversal,
): Promise<readonly Difference[]> {
  const { api } = ctx.suite;
  const { operation: id, other = '' } = declared;
  const side = httpSide(declared, api);
  const reported = async (operation: string): Promise<readonly Reported[]> => {
    const list = pagedListOf(api, operation);
    if (list?.by !== 'cursor') return [];
    const input = operation === id ? own : sharedInput(operationOf(api, operation), own);
    const { pages } = await traverse(ctx, list, input, { credentials: 'given', intent: 'open', most: MOST_PAGES });
    return pages.flatMap(({ exchange }) => reportedBy(api, operation, exchange, keyOf(api, declared)) ?? []);
  };
  const here = await reported(id);
  const [first] = here;
  if (first === undefined) return [];
  const whole: Reported = { exchange: first.exchange, things: here.flatMap(({ things }) => things) };
  const members = sharedNames(declared, api).filter(([, name]) => side.has(name));
  const comparison = { name: id, members, encoded: side.encoded, whole: 0 };
  return (await reported(other)).flatMap((there) => differences(whole, there, whole, comparison));
}

const textOf = ({ id, breach: { expected, actual } }: Difference) => JSON.stringify([id, expected, actual]);

/** The differences between two traversed lists for the same items that remain when both are traversed again. */
export async function comparedWholes(ctx: CheckContext, declared: SameAs): Promise<readonly Judgement[]> {
  const found = await inputsOf(ctx, declared.operation);
  for (const { input } of new Set([...found.slice(0, 1), ...found.slice(-1)])) {
    const before = new Set((await differing(ctx, declared, input, traverseFirst)).map(textOf));
    const again = before.size === 0 ? [] : await differing(ctx, declared, input, traverseWhole);
    const lasting = again.filter((one) => before.has(textOf(one)));
    if (lasting.length > 0) return lasting.map(({ breach }) => broken(breach));
  }
  return [];
}
