/** Whether a list holds all items that a wider one shows for it. */

import type { CheckContext } from '../core/context.ts';
import { broken, type Judgement, pass, unsupported } from '../core/judgement.ts';
import { MOST_PAGES, traverseFirst } from '../discovery/pages.ts';
import { type Sequence, sequenceOf } from '../discovery/sequence.ts';
import { type Probing, wholeOf } from '../discovery/traversal.ts';
import type { JsonObject } from '../model/values/json.ts';

/** A list, and another one that holds its items and more. */
export interface Wider {
  readonly own: Probing;
  readonly wide: Probing;
  /** Whether an item of the wider list is one that the other must have. */
  readonly isOf: (item: JsonObject) => boolean;
  /** The wider list holds every item of the other as well: no item is private. */
  readonly isWithin?: boolean;
}

/** Judges the lists; null if the own list shows nothing, or is too long to be known as a whole. */
export async function judgeWhole(
  ctx: CheckContext,
  { own, wide, isOf, isWithin = false }: Wider,
): Promise<Judgement | null> {
  const { list } = own;
  // Without ids, a missing item cannot be identified: it may be shown with other values.
  if (list.key === '') return null;
  const first = async ({ list: one, input, credentials, intent }: Probing) =>
    sequenceOf(one, await traverseFirst(ctx, one, input, { credentials, intent, most: MOST_PAGES }));
  const idOf = (item: JsonObject) => String(item[list.key] ?? '').toLowerCase();
  const idsIn = ({ pages }: Sequence, isIt = isOf) =>
    new Set(pages.flatMap(({ items }) => items.filter(isIt).map(idOf)).filter((id) => id !== ''));
  const all = () => true;
  /** What came after the wider list was read is there now; what went is gone from the own one, too. */
  const judgeWithin = async (before: Sequence, shown: Sequence): Promise<Judgement> => {
    const beyond = (one: Sequence) => (one.ended ? idsIn(shown, all).difference(idsIn(one, all)) : new Set<string>());
    const isKnown = (one: Sequence) => beyond(one).size === 0;
    if (isKnown(before)) return pass;
    const later = await ctx.until(() => wholeOf(ctx, wide), isKnown);
    const last = await wholeOf(ctx, own);
    const [strange] = beyond(later).intersection(idsIn(last, all));
    const exchange = last.pages[0]?.exchange;
    if (strange === undefined || exchange === undefined) return pass;
    const expected = `only ${list.noun} that ${wide.list.operation} also returns`;
    return broken({
      expected,
      actual: `${strange}, which it does not return`,
      pointer: list.items,
      about: 'beyond',
      exchange,
    });
  };
  const around = await first(wide);
  if (around.pages.length === 0) return unsupported(`${wide.list.operation} returned no ${list.noun}`);
  const wanted = idsIn(around);
  const listed = wanted.size === 0 ? undefined : await first(own);
  if (listed?.ended !== true) return null;
  const missingIn = (sequence: Sequence) =>
    sequence.ended ? wanted.difference(idsIn(sequence, all)) : new Set<string>();
  const isWhole = (one: Sequence) => missingIn(one).size === 0;
  if (isWhole(listed)) return isWithin ? judgeWithin(around, listed) : pass;
  // What came after the list was read is there now, if a moment later; what went is gone from the wider list, too.
  const again = await ctx.until(() => wholeOf(ctx, own), isWhole);
  const there = idsIn(await wholeOf(ctx, wide));
  const suspects = missingIn(again).intersection(there);
  // What went and came again in between is there by now.
  const last = suspects.size === 0 ? again : await wholeOf(ctx, own);
  const [lost] = suspects.intersection(missingIn(last)).intersection(idsIn(await wholeOf(ctx, wide)));
  const exchange = last.pages[0]?.exchange;
  if (lost === undefined || exchange === undefined) return pass;
  const expected = `${lost}, which ${wide.list.operation} returns`;
  return broken({ expected, actual: 'it is missing', pointer: list.items, about: 'complete', exchange });
}
