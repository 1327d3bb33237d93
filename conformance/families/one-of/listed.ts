/** What is read alone says what the list says of it. */
import { inputsOf } from '../../find/find.ts';
import { pagedListOf, walkWhole } from '../../find/pages.ts';
import type { Exchange } from '../../model/exchange.ts';
import { excerpt, type JsonObject } from '../../model/json.ts';
import { isNamed, sameValue } from '../../model/same.ts';
import type { Breach, Talk } from '../../rules/rule.ts';
import { type Difference, differences } from '../differences.ts';
import { type OneOf, readIn } from './index.ts';

/** A list of which no more than so many pages are looked at. */
const MOST_PAGES = 4;

/** The item that the list has now; null where it has none. */
export async function listedNow(talk: Talk, declared: OneOf, named: string): Promise<JsonObject | null> {
  const list = pagedListOf(talk.scene.api, declared.list);
  const [found] = list === null ? [] : await inputsOf(talk, declared.list);
  if (list === null || found === undefined) return null;
  const { pages } = await walkWhole(talk, list, found.input, { most: MOST_PAGES });
  const items = pages.flatMap((page) => page.items);
  return items.find((item) => isNamed(item[declared.member ?? 'id'], named)) ?? null;
}

/** Something that was read alone, and how it is read again. */
export interface Thing {
  readonly named: string;
  /** As the list had it; null where it is not known from there. */
  readonly item: JsonObject | null;
  /** As it was read; null where it was not. */
  readonly data: JsonObject | null;
  readonly exchange: Exchange;
  readonly again: (label: string) => Promise<Exchange>;
}

/**
 * What differs between the list and the thing alone, and stays: others may have changed it between the two, so each is
 * asked twice more, in turn.
 */
export async function lasting(talk: Talk, declared: OneOf, { named, again }: Thing): Promise<readonly Breach[]> {
  const rounds: { readonly wrong: readonly Difference[]; readonly exchange: Exchange }[] = [];
  for (const label of ['once more', 'at last']) {
    const item = await listedNow(talk, declared, named);
    const exchange = await again(label);
    const data = readIn(declared, exchange);
    if (item === null || data === null) return [];
    rounds.push({ wrong: differences(item, data), exchange });
  }
  const [first, second] = rounds;
  if (first === undefined || second === undefined) return [];
  const stays = (one: Difference) =>
    first.wrong.some(
      ({ pointer, listed, alone }) =>
        pointer === one.pointer && sameValue(listed, one.listed) && sameValue(alone, one.alone),
    );
  return second.wrong.filter(stays).map(({ pointer, listed, alone }) => ({
    expected: `${excerpt(listed)}, as in the list`,
    actual: excerpt(alone),
    pointer: `${declared.at}${pointer}`,
    exchange: second.exchange,
  }));
}
