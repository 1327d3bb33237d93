/** An item read alone shows the same values as its list. */

import type { CheckContext } from '../../core/context.ts';
import type { Breach } from '../../core/judgement.ts';
import { MOST_PAGES, pagedListOf, traverseWhole } from '../../discovery/pages.ts';
import { neededBy, sharedInput } from '../../discovery/paths.ts';
import { inputsOf, populatedList } from '../../discovery/things.ts';
import { operationOf } from '../../model/document/api.ts';
import type { Exchange } from '../../model/exchange.ts';
import { type Input, noInput } from '../../model/input.ts';
import { excerpt, type JsonObject } from '../../model/values/json.ts';
import { isNamed } from '../../model/values/same.ts';
import { type Difference, differences, isFixed, repeatedDifferences } from '../differences.ts';
import { type OneOf, readIn } from './declared.ts';

/** The list of an item: the one that its path names, else the one that has items. */
async function listInput(ctx: CheckContext, { list }: OneOf, { input }: Pick<Thing, 'input'>): Promise<Input | null> {
  const operation = operationOf(ctx.suite.api, list);
  const shared = sharedInput(operation, input);
  if (neededBy(operation).every((name) => shared.path[name] !== undefined)) {
    const [usual] = await inputsOf(ctx, list);
    return { ...noInput, ...usual?.input, path: shared.path };
  }
  return (await populatedList(ctx, list))?.input ?? null;
}

/** The item that the list has now; null where it has none. */
export async function listedNow(
  ctx: CheckContext,
  declared: OneOf,
  thing: Pick<Thing, 'named' | 'input'>,
): Promise<JsonObject | null> {
  const list = pagedListOf(ctx.suite.api, declared.list);
  const input = await listInput(ctx, declared, thing);
  if (list === null || input === null) return null;
  const { pages } = await traverseWhole(ctx, list, input, { most: MOST_PAGES });
  const items = pages.flatMap((page) => page.items);
  return items.find((item) => isNamed(item[declared.member ?? 'id'], thing.named)) ?? null;
}

/** Something that was read alone, and how it is read again. */
export interface Thing {
  readonly named: string;
  readonly input: Input;
  /** As the list had it; null where it is not known from there. */
  readonly item: JsonObject | null;
  /** As it was read; null where it was not. */
  readonly data: JsonObject | null;
  readonly exchange: Exchange;
  readonly again: (label: string) => Promise<Exchange>;
}

/**
 * A stable difference between the list and the item alone: other clients may have changed it in between, so both are
 * read twice more, in turn. A constant member is also wrong if it differs at each reading.
 */
export async function lasting(
  ctx: CheckContext,
  declared: OneOf,
  thing: Thing,
  reported: ReadonlySet<string>,
): Promise<readonly Breach[]> {
  const rounds: { readonly wrong: readonly Difference[]; readonly exchange: Exchange }[] = [];
  for (const label of ['once more', 'at last']) {
    const item = await listedNow(ctx, declared, thing);
    const exchange = await thing.again(label);
    const data = readIn(declared, exchange);
    if (item === null || data === null) return [];
    rounds.push({ wrong: differences(item, data, '', reported), exchange });
  }
  const [first, second] = rounds;
  if (first === undefined || second === undefined) return [];
  const stable = repeatedDifferences(first.wrong, second.wrong, isFixed);
  return stable.map(({ pointer, listed, alone }) => ({
    expected: `${excerpt(listed)}, as in the list`,
    actual: excerpt(alone),
    pointer: `${declared.at}${pointer}`,
    against: declared.list,
    exchange: second.exchange,
  }));
}
