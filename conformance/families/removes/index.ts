/** An operation removes its item and no other: `removes`. */

import type { CheckContext } from '../../core/context.ts';
import type { Family, ReportAspect } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, type Judgement, pass } from '../../core/judgement.ts';
import { MOST_PAGES, type PagedList, pagedListOf, traverseWhole } from '../../discovery/pages.ts';
import { inPath, sharedInput } from '../../discovery/paths.ts';
import { sequenceOf } from '../../discovery/sequence.ts';
import { fresh } from '../../discovery/things.ts';
import { callOf } from '../../model/call.ts';
import { operationOf } from '../../model/document/api.ts';
import { declaredAt } from '../../model/document/lists.ts';
import { type Exchange, isSuccess, outcomeText, successJson } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { isNamed } from '../../model/values/same.ts';
import { isDenied } from '../unknown.ts';
import { removesCandidates } from './candidates.ts';
import { nameIn, namingMember, type Removes } from './declared.ts';
import { removesMutants } from './mutants.ts';

function read(ctx: CheckContext, { read: id }: Removes, input: Input, label: string): Promise<Exchange> {
  const reader = operationOf(ctx.suite.api, id);
  return ctx.send(callOf(reader, sharedInput(reader, input), { label, intent: 'open', isSound: true }));
}

/** Whether a list has the item of an input; null if the list is too long to be read as a whole. */
async function isListed(ctx: CheckContext, declared: Removes, list: PagedList, input: Input) {
  const { api } = ctx.suite;
  const traverse = { most: MOST_PAGES, credentials: 'given', intent: 'open' } as const;
  const shared = sharedInput(operationOf(api, list.operation), input);
  const sequence = sequenceOf(list, await traverseWhole(ctx, list, shared, traverse));
  const [name, member] = [nameIn(api, declared, input.path), namingMember(api, declared, list)];
  const page = sequence.pages.find(({ items }) => items.some((item) => isNamed(item[member], name)));
  const isThere = page !== undefined ? true : sequence.ended ? false : null;
  return { isThere, exchange: page?.exchange ?? sequence.pages.at(-1)?.exchange };
}

/** The lists before and after a removal. */
async function listsAround(ctx: CheckContext, declared: Removes, reported: Exchange, taken: Input, kept: Input) {
  const { api } = ctx.suite;
  const [oneOf] = declaredAt(api, declared.read, 'one-of');
  const thing = valueAt(successJson(reported), String(oneOf?.['at'] ?? ''));
  const around: (() => Promise<Judgement>)[] = [];
  for (const id of declared.lists ?? []) {
    const list = pagedListOf(api, id);
    if (list === null) continue;
    // The item may show the path parameters of its list.
    const named = declaredAt(api, id, 'belongs-to').flatMap(({ parameter, member }) => {
      const value = inPath(valueAt(thing, `/${member}`));
      return value === null ? [] : [[String(parameter), value] as const];
    });
    const probe = ({ path, ...input }: Input) =>
      isListed(ctx, declared, list, { ...input, path: { ...Object.fromEntries(named), ...path } });
    const before = await ctx.until(
      () => probe(taken),
      ({ isThere }) => isThere !== false,
    );
    const wasKept = await probe(kept);
    around.push(async () => {
      if (before.isThere !== true) return inconclusive(`${id} did not list what ${declared.operation} removed`);
      const after = await ctx.until(
        () => probe(taken),
        ({ isThere }) => isThere !== true,
      );
      const left = wasKept.isThere === true ? await probe(kept) : wasKept;
      const pointer = list.items;
      const found = (expected: string, actual: string, { exchange }: typeof after) =>
        exchange === undefined ? pass : broken({ expected, actual, pointer, about: 'listed', exchange });
      if (after.isThere === true) return found('a list without the removed item', 'it is still listed', after);
      if (wasKept.isThere === true && left.isThere === false)
        return found('the item that was not removed', 'it is gone too', left);
      return pass;
    });
  }
  return around;
}

async function judge(ctx: CheckContext, declared: Removes, report: ReportAspect): Promise<readonly Judgement[]> {
  const { operation: id } = declared;
  const taken = await fresh(ctx, id, { name: `${id} takes this` });
  const within = Object.fromEntries(Object.entries(taken?.input.path ?? {}).slice(0, -1));
  const beside = await fresh(ctx, id, { name: `${id} leaves this`, within });
  // Some items can have only one of them.
  const kept = beside?.isOwn === true ? beside : await fresh(ctx, id, { name: `${id} leaves this elsewhere` });
  if (taken?.isOwn !== true || kept?.isOwn !== true) {
    const hint = 'declare the operation that creates such a thing (read-back), or see why it is refused';
    const undecided = inconclusive(`the suite could not create anything for ${id} to remove`, hint);
    report('unlisted', undecided);
    return [undecided];
  }
  const before = await ctx.until(() => read(ctx, declared, taken.input, 'read before it is removed'), isSuccess);
  const lists = await listsAround(ctx, declared, before, taken.input, kept.input);
  const answer = await ctx.send(
    callOf(operationOf(ctx.suite.api, id), taken.input, { label: 'remove', intent: 'open' }),
  );
  const refused = [before, answer].find((exchange) => !isSuccess(exchange));
  if (refused !== undefined) {
    report('unlisted', blockedBy(refused));
    return [blockedBy(refused)];
  }
  const after = await ctx.until(() => read(ctx, declared, taken.input, 'read after it was removed'), isDenied);
  const left = await read(ctx, declared, kept.input, 'read what was not removed');
  const wrong = (expected: string, exchange: Exchange) =>
    broken({ expected, actual: outcomeText(exchange), about: 'gone', exchange });
  const judged: Judgement[] = [];
  if (isSuccess(after)) judged.push(wrong('a refusal, since it was removed', after));
  else judged.push(isDenied(after) ? pass : blockedBy(after));
  if (isDenied(left)) judged.push(wrong('success, since it was not removed', left));
  for (const probe of lists) report('unlisted', await probe());
  return judged;
}

export default {
  name: 'removes',
  // The new item would be in lists that other checks read meanwhile.
  alone: () => true,
  async check(declared, ctx, report) {
    report('gone', ...(await judge(ctx, declared, report)));
  },
  candidates: removesCandidates,
  mutants: removesMutants,
} satisfies Family<Removes>;
