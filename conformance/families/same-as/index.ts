/** Two operations, or an operation and an RPC method, return the same items with the same values: `same-as`. */

import type { CheckContext } from '../../core/context.ts';
import { aspectOf, type Family } from '../../core/family.ts';
import {
  blockedBy,
  broken,
  inconclusive,
  type Judgement,
  NO_RPC,
  pass,
  RPC_HINT,
  unsupported,
} from '../../core/judgement.ts';
import { send } from '../../discovery/send.ts';
import { listOf } from '../../model/document/lists.ts';
import { callText, type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { isDenied } from '../unknown.ts';
import { type Difference, differences } from './compare.ts';
import { followSameAs } from './follow.ts';
import { comparable, type Probing } from './inputs.ts';
import { sameAsMutants } from './mutants.ts';
import { httpSides, keyOf, type OtherSide, reportedBy, rpcSides, type SameAs, sharedNames } from './sides.ts';
import { comparedWholes } from './wholes.ts';

/** A documented operation must be served; but it may require credentials, or be busy. */
function refused(exchange: Exchange): Judgement {
  if (!isDenied(exchange) && !(exchange.outcome.kind === 'answer' && exchange.outcome.status === 501)) {
    return blockedBy(exchange);
  }
  return broken({ expected: `success of ${callText(exchange.call)}`, actual: outcomeText(exchange), exchange });
}

/** The result of one side. */
interface Met {
  readonly side: OtherSide;
  /** The judgement; null if the two differ and must be compared once more. */
  readonly judgements: readonly Judgement[] | null;
  readonly differing: readonly Difference[];
}

/** Sends requests to this side, to each other side, and to this side again, and compares. */
async function round(
  ctx: CheckContext,
  declared: SameAs,
  sides: readonly OtherSide[],
  { input, whole }: Probing,
  label: string,
): Promise<readonly Met[]> {
  const { api } = ctx.suite;
  const { operation: id } = declared;
  const here = async (when: string) => {
    const exchange = await send(ctx, id, input, `${id} ${when}, ${label}`);
    return { exchange, reported: reportedBy(api, id, exchange, keyOf(api, declared)) };
  };
  const before = await here('before');
  const theirs: (readonly [OtherSide, Exchange])[] = [];
  for (const side of sides) theirs.push([side, await side.send(input)]);
  const after = await here('after');
  const { reported: early } = before;
  const { reported: late } = after;
  if (early === null || late === null) {
    const judgements = [blockedBy(early === null ? before.exchange : after.exchange)];
    return sides.map((side) => ({ side, judgements, differing: [] }));
  }
  const names = sharedNames(declared, api);
  return theirs.map(([side, exchange]): Met => {
    const there = side.reported(exchange);
    if (there === null) {
      // Each side may choose the size of its pages.
      const isOpen = isSuccess(exchange) || Number.isFinite(whole);
      return { side, judgements: [isOpen ? blockedBy(exchange) : refused(exchange)], differing: [] };
    }
    if (early.things.length + there.things.length === 0) return { side, judgements: [], differing: [] };
    const members = names.filter(([, name]) => side.has(name));
    const differing = differences(early, there, late, { name: id, members, encoded: side.encoded, whole });
    return { side, judgements: differing.length === 0 ? [pass] : null, differing };
  });
}

async function compared(ctx: CheckContext, declared: SameAs, sides: readonly OtherSide[], sending: Probing) {
  const first = await round(ctx, declared, sides, sending, 'once');
  const open = first.filter(({ judgements }) => judgements === null);
  const left = open.map(({ side }) => side);
  const again = left.length === 0 ? [] : await round(ctx, declared, left, sending, 'once more');
  const settled = again.flatMap(({ side, judgements, differing }): readonly Judgement[] => {
    if (judgements !== null) return judgements;
    // A difference that recurs in the same way is not a change by another client.
    const before = open.find((one) => one.side === side)?.differing ?? [];
    const lasting = differing.filter(({ id }) => before.some((one) => one.id === id));
    return lasting.length === 0 ? [pass] : lasting.map(({ breach }) => broken(breach));
  });
  return [...first.flatMap(({ judgements }) => judgements ?? []), ...settled];
}

export default {
  name: 'same-as',
  async check(declared, ctx, report) {
    const { operation: id } = declared;
    const aspect = aspectOf(declared);
    const sides = declared.rpc === undefined ? httpSides(declared, ctx) : rpcSides(declared, ctx);
    const [one] = sides;
    if (one === undefined) return report(aspect, unsupported(NO_RPC, RPC_HINT));
    const inputs = await comparable(ctx, id, one.takes, one.takesTime);
    for (const [larger, smaller] of inputs) {
      const judged = larger === undefined ? [] : await compared(ctx, declared, sides, larger);
      const taken = smaller === undefined ? judged : judged.filter(({ verdict }) => verdict !== 'blocked');
      report(aspect, ...taken);
      if (smaller !== undefined && taken.length < judged.length) {
        report(aspect, ...(await compared(ctx, declared, sides, smaller)));
      }
    }
    if (declared.rpc === undefined) report(aspect, ...(await comparedWholes(ctx, declared)));
    const noun = listOf(ctx.suite.api, { id })?.noun ?? 'things';
    report(aspect, inconclusive(`${id} returned no ${noun}`, `put ${noun} into the data`));
  },
  follow: followSameAs,
  mutants: sameAsMutants,
} satisfies Family<SameAs>;
