/** Ids in a response that identify items of another operation: `refers-to`. */

import { pick } from '../../core/answers.ts';
import type { CheckContext } from '../../core/context.ts';
import { aspectOf, type Family } from '../../core/family.ts';
import {
  blockedBy,
  broken,
  inconclusive,
  type Judgement,
  pass,
  passUnless,
  unsupported,
} from '../../core/judgement.ts';
import { MOST_PAGES, pagedListOf, traverseWhole } from '../../discovery/pages.ts';
import { inPath } from '../../discovery/paths.ts';
import { sourcesOf } from '../../discovery/sources.ts';
import { inputsOf, itemsOf } from '../../discovery/things.ts';
import { visit } from '../../discovery/visit.ts';
import { callOf } from '../../model/call.ts';
import { operationOf } from '../../model/document/api.ts';
import { payloadOf } from '../../model/document/lists.ts';
import { type Exchange, isSuccess, outcomeText, successJson } from '../../model/exchange.ts';
import { type Input, noInput } from '../../model/input.ts';
import { excerpt, isObject, type JsonObject } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { formOf, isNamed } from '../../model/values/same.ts';
import { differences, repeatedDifferences } from '../differences.ts';
import { changing } from '../undecided.ts';
import { isDenied } from '../unknown.ts';
import { refersToCandidates } from './candidates.ts';
import type { RefersTo } from './declared.ts';
import { followRefersTo } from './follow.ts';
import { refersToMutants } from './mutants.ts';
import { type Reference, referencesIn } from './references.ts';

interface Known {
  readonly ids: readonly unknown[];
  /** The list is complete. */
  readonly whole: boolean;
}

/** The current ids of the list. */
async function listedNow(ctx: CheckContext, operation: string): Promise<Known> {
  const list = pagedListOf(ctx.suite.api, operation);
  const [found] = list === null ? [] : await inputsOf(ctx, operation);
  if (list === null || found === undefined) return { ids: [], whole: false };
  const { pages, refusal } = await traverseWhole(ctx, list, found.input, { most: MOST_PAGES });
  const last = pages.at(-1);
  const isOver = list.by === null || (list.by === 'cursor' && (last?.next === '' || last?.more === false));
  return { ids: pages.flatMap(({ items }) => items.map((item) => item[list.key])), whole: refusal === null && isOver };
}

/** Whether a second response still has the id. */
async function isStillNamed(
  ctx: CheckContext,
  { at }: RefersTo,
  { id, exchange: { call } }: Reference,
): Promise<boolean> {
  // A request that changes something is not repeated.
  if (call.kind !== 'http' || call.method !== 'GET') return true;
  const again = await ctx.send({ ...call, label: `${call.label}, once more` });
  return referencesIn({ at }, again).some((one) => isNamed(one.id, id));
}

function dangling({ id, pointer, exchange }: Reference, expected: string): Judgement {
  return broken({ expected, actual: excerpt(id), pointer, exchange });
}

async function judgeListed(
  declared: RefersTo,
  ctx: CheckContext,
  list: string,
  all: readonly Reference[],
): Promise<Judgement[]> {
  const listedIds = (await itemsOf(ctx, list)).map((item) => item[pagedListOf(ctx.suite.api, list)?.key ?? 'id']);
  const form = formOf(listedIds[0]);
  // An id of another form than those in the list identifies another kind of item.
  const alike = all.filter(({ id }) => formOf(id) === form);
  const unknown = alike.filter(({ id }) => !listedIds.some((known) => isNamed(known, id)));
  const passed = alike.length > unknown.length ? [pass] : [];
  const [first] = unknown;
  if (first === undefined) return passed;
  // An item that was created after the list was read exists now.
  const { ids, whole } = await listedNow(ctx, list);
  if (!whole) return passed;
  const lost = unknown.filter(({ id }) => !ids.some((known) => isNamed(known, id)));
  const judgements: Judgement[] = [];
  for (const one of lost.slice(0, 3)) {
    if (await isStillNamed(ctx, declared, one)) judgements.push(dangling(one, `an id that ${list} returns`));
  }
  return judgements.length === 0 ? [pass] : judgements;
}

/** The object that a response embeds of an item, beside its id; null if there is none. */
function embeddedAt({ at }: RefersTo, { pointer }: Pick<Reference, 'pointer'>, exchange: Exchange): JsonObject | null {
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  const value = at.endsWith('/id') ? valueAt(successJson(exchange), parent) : null;
  return isObject(value) ? value : null;
}

/** Checks that an embedded object agrees with reading the item; other clients may change it in between. */
async function judgeEmbedded(
  declared: RefersTo,
  ctx: CheckContext,
  reference: Reference,
  exchange: Exchange,
): Promise<readonly Judgement[]> {
  const { api } = ctx.suite;
  const wrongIn = (naming: Exchange, reading: Exchange) => {
    const embedded = embeddedAt(declared, reference, naming);
    const alone = valueAt(successJson(reading), payloadOf(api, declared.read ?? ''));
    return embedded === null || !isObject(alone) ? [] : differences(embedded, alone);
  };
  const first = wrongIn(reference.exchange, exchange);
  if (first.length === 0 || reference.exchange.call.kind !== 'http' || exchange.call.kind !== 'http') return [pass];
  const isRead = reference.exchange.call.method === 'GET';
  const naming = isRead ? await ctx.send({ ...reference.exchange.call, label: 'named once more' }) : reference.exchange;
  const second = wrongIn(naming, await ctx.send({ ...exchange.call, label: 'read once more' }));
  const lasting = repeatedDifferences(first, second);
  if (lasting.length === 0 && second.length > 0) return [changing(`what ${declared.operation} shows of an item`)];
  const parent = reference.pointer.slice(0, reference.pointer.lastIndexOf('/'));
  const breaches = lasting.map(({ pointer, listed, alone }) =>
    broken({
      expected: `${excerpt(alone)}, as ${declared.read} returns`,
      actual: excerpt(listed),
      pointer: `${parent}${pointer}`,
      against: declared.read ?? '',
      exchange: naming,
    }),
  );
  return passUnless(breaches);
}

/** The other path parameters of the reading operation, as far as they are beside the id: the doctor of a slot. */
function besideOf({ suite: { api } }: CheckContext, read: string, { pointer, exchange }: Reference): Input['path'] {
  const parent = valueAt(successJson(exchange), pointer.slice(0, pointer.lastIndexOf('/')));
  const members = sourcesOf(api, read).flatMap((source) => Object.entries(source.members));
  const named = members.map(([name, member]) => [name, isObject(parent) ? inPath(parent[member]) : null] as const);
  return Object.fromEntries(named.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

async function judgeRead(
  declared: RefersTo,
  ctx: CheckContext,
  read: string,
  all: readonly Reference[],
): Promise<Judgement[]> {
  const operation = operationOf(ctx.suite.api, read);
  const [found] = await inputsOf(ctx, read);
  const parameter = declared.parameter ?? '';
  const input = found?.input ?? noInput;
  const form = found === undefined ? null : formOf(input.path[parameter]);
  const different = [...new Map(all.map((one) => [one.id.toLowerCase(), one])).values()];
  const judgements: Judgement[] = [];
  for (const one of pick(different.filter(({ id }) => form === null || formOf(id) === form))) {
    const path = { ...input.path, ...besideOf(ctx, read, one), [parameter]: one.id };
    const call = callOf(operation, { ...input, path }, { label: `${read} ${one.id}`, intent: 'open' });
    const exchange = await ctx.send(call);
    if (isSuccess(exchange)) judgements.push(...(await judgeEmbedded(declared, ctx, one, exchange)));
    else if (!isDenied(exchange)) judgements.push(blockedBy(exchange));
    else if (await isStillNamed(ctx, declared, one)) {
      const again = await ctx.send({ ...call, label: `${call.label}, once more` });
      const expected = `a ${parameter} that ${read} finds; it returned ${outcomeText(again)}`;
      judgements.push(isDenied(again) ? dangling(one, expected) : pass);
    }
  }
  return judgements;
}

/** An undecided judgement does not replace a decided one. */
function decided(judgements: readonly Judgement[]): readonly Judgement[] {
  const others = judgements.filter(({ verdict }) => verdict !== 'blocked');
  return others.length > 0 ? others : judgements;
}

export default {
  name: 'refers-to',
  alone: ({ operation }, api) => operationOf(api, operation).method !== 'GET',
  async check(declared, ctx, report) {
    const { operation: id, at, list, read } = declared;
    const exchanges = await visit(ctx, id);
    const references = exchanges.flatMap((exchange) => referencesIn(declared, exchange));
    const judgements =
      list === undefined
        ? await judgeRead(declared, ctx, read ?? '', references)
        : await judgeListed(declared, ctx, list, references);
    const member = at.split('/').at(-1);
    const hint = `put something with a ${member} into the data that ${id} returns`;
    const [refused] = exchanges.filter((exchange) => !isSuccess(exchange));
    const aspect = aspectOf(declared);
    if (judgements.length > 0) report(aspect, ...decided(judgements));
    else if (refused !== undefined && !exchanges.some(isSuccess)) report(aspect, blockedBy(refused));
    else if (references.length === 0) report(aspect, inconclusive(`${id} returned no ${member}`, hint));
    // A value of another form identifies another kind of item.
    else
      report(aspect, unsupported(`the ${member} that ${id} returns has another form than the ids of ${list ?? read}`));
  },
  follow: followRefersTo,
  candidates: refersToCandidates,
  mutants: refersToMutants,
} satisfies Family<RefersTo>;
