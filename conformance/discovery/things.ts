/**
 * Finds inputs for an operation on this server: from the target, from the lists that the document declares, by creating
 * the item, and last from the document's examples. Each is found once in a run.
 */

import { pick } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import { exampleInput } from '../generate/inputs.ts';
import { type Operation, operationOf } from '../model/document/api.ts';
import { declaredAt, payloadOf } from '../model/document/lists.ts';
import { isSuccess, successJson } from '../model/exchange.ts';
import { type Input, noInput } from '../model/input.ts';
import { isObject, type JsonObject } from '../model/values/json.ts';
import { valueAt } from '../model/values/pointer.ts';
import { chooserOf, knownChoices } from './choices.ts';
import { chosenFor } from './chosen.ts';
import { type Fresh, type FreshOptions, freshOf, madeFor, makeNamedBy } from './fresh.ts';
import { once } from './memo.ts';
import { MOST_PAGES, pagedListOf, traverseFirst } from './pages.ts';
import { kin, knownInputs, neededBy, sharedInput } from './paths.ts';
import { send } from './send.ts';
import { boundIn, foundBeside, type Named, namedBy, sourcesOf, withFound } from './sources.ts';
import { freshText } from './texts.ts';

export { once } from './memo.ts';

/** Inputs of an operation. */
export interface Found {
  readonly input: Input;
  /** The target or the server itself named all of it: a right server takes it. */
  readonly certain: boolean;
  /** The item of a list that named it, or that was created for it; null if neither is known. */
  readonly item: JsonObject | null;
  /** It was made for it, and not seen in a list. */
  readonly isMade: boolean;
}

/** A list that holds something. */
interface PopulatedList {
  readonly input: Input;
  readonly items: readonly JsonObject[];
}

/** The first list of an operation that has items, of all that it can return; null if none has. */
export const populatedList = once(
  async (ctx: CheckContext, operation: string): Promise<PopulatedList | null> => {
    const list = pagedListOf(ctx.suite.api, operation);
    if (list === null) return null;
    for (const { input } of pick(await inputsOf(ctx, operation))) {
      const { pages } = await traverseFirst(ctx, list, input, { credentials: 'given', most: MOST_PAGES });
      const items = pages.flatMap((page) => page.items);
      if (items.length > 0) return { input, items };
    }
    return null;
  },
  { without: null },
);

/** The items that an operation lists; empty when there are none, or they are refused. */
export async function itemsOf(ctx: CheckContext, operation: string): Promise<readonly JsonObject[]> {
  return (await populatedList(ctx, operation))?.items ?? [];
}

/** Another value of a path parameter than one that is known, as a list names it; undefined where none does. */
export async function anotherName(ctx: CheckContext, id: string, parameter: string, own: string | undefined) {
  for (const { from, members } of sourcesOf(ctx.suite.api, id)) {
    const { [parameter]: member } = members;
    if (member === undefined || pagedListOf(ctx.suite.api, from) === null) continue;
    const names = namedBy(await itemsOf(ctx, from), { [parameter]: member }).map(({ path }) => path[parameter]);
    const other = names.find((name) => name !== own);
    if (other !== undefined) return other;
  }
  return undefined;
}

/** The one thing that an operation reads, as a list of one. */
async function readOne(ctx: CheckContext, operation: string): Promise<readonly JsonObject[]> {
  const { api } = ctx.suite;
  const [found] = await inputsOf(ctx, operation);
  if (found === undefined) return [];
  const [oneOf] = declaredAt(api, operation, 'one-of');
  const exchange = await send(ctx, operation, found.input, `what ${operation} names`, { intent: 'valid' });
  const thing = valueAt(successJson(exchange), oneOf?.at ?? payloadOf(api, operation));
  return isObject(thing) ? [thing] : [];
}

/** What the target names to be chosen, where that is what a path names: the number of a site. */
function choosable({ api, target }: CheckContext['suite'], operation: Operation): readonly Named[] {
  const [needed, ...more] = neededBy(operation);
  const choosers = api.operations.flatMap(({ id }) => chooserOf(api, id) ?? []);
  const chooser = choosers.find(({ parts }) => parts.some(({ query }) => query === needed));
  if (needed === undefined || more.length > 0 || chooser === undefined || target.known['choices'] === undefined)
    return [];
  const place = chooser.parts.findIndex(({ query }) => query === needed);
  const values = knownChoices(target, chooser).flatMap((choice) => choice[place] ?? []);
  return values.map((value) => ({ path: { [needed]: value }, item: null }));
}

/** Whether a server has what an inferred source names: the operation that reads it says so. */
async function isThere(ctx: CheckContext, id: string, { path }: Named): Promise<boolean> {
  const { operations } = ctx.suite.api;
  const operation = operationOf(ctx.suite.api, id);
  const names = Object.keys(path);
  const isNamed = (one: Operation) => one.method === 'GET' && neededBy(one).every((name) => names.includes(name));
  const readers = operations.filter((one) => one.path === operation.path || operation.path.startsWith(`${one.path}/`));
  const reader = readers.filter((one) => isNamed(one) && neededBy(one).length > 0).toSorted(longestFirst)[0];
  return reader === undefined || isSuccess(await send(ctx, reader, { ...noInput, path }, `whether ${id} has it`));
}

function longestFirst(left: Operation, right: Operation): number {
  return right.path.length - left.path.length;
}

/** @param isWhole whether values are all that a path needs */
async function listed(ctx: CheckContext, id: string, isWhole: (named: Named) => boolean): Promise<readonly Named[]> {
  const partial: Named[] = [];
  for (const { from, members, isInferred } of sourcesOf(ctx.suite.api, id)) {
    if (from === id) continue;
    const isList = pagedListOf(ctx.suite.api, from) !== null;
    const populated = isList ? await populatedList(ctx, from) : { input: noInput, items: await readOne(ctx, from) };
    if (populated === null) continue;
    // A list below an item names items below the same one.
    const above = sharedInput(operationOf(ctx.suite.api, id), populated.input).path;
    const named = namedBy(populated.items, members).map(({ path, item }) => ({ path: { ...above, ...path }, item }));
    const [first] = named;
    if (first === undefined) continue;
    partial.push(first);
    const whole = named.filter(isWhole);
    if (whole[0] !== undefined && (!isInferred || (await isThere(ctx, id, whole[0])))) return whole;
  }
  // Sources that have nothing to do with each other name the parts of a path together.
  const together = { path: Object.assign({}, ...partial.map(({ path }) => path)), item: partial.at(-1)?.item ?? null };
  return partial.length > 1 && isWhole(together) ? [together] : [];
}

/** What lists, or what can be chosen, name for the whole path of an operation. */
async function listedFor(ctx: CheckContext, operation: Operation): Promise<readonly Named[]> {
  const chosen = choosable(ctx.suite, operation);
  if (chosen.length > 0) return chosen;
  const bound = boundIn(ctx.suite.api, operation);
  const isWhole = ({ path }: Named) => bound.every((name) => path[name] !== undefined);
  for (const id of [operation.id, ...kin(ctx.suite.api, operation).filter((one) => one !== operation.id)]) {
    const named = await listed(ctx, id, isWhole);
    if (named.length > 0) return named;
  }
  return [];
}

async function namedFor(
  ctx: CheckContext,
  operation: Operation,
): Promise<readonly (Named & { readonly isMade?: boolean })[]> {
  const found = await listedFor(ctx, operation);
  if (found.length > 0) return found;
  const made = await madeFor(ctx, operation, { name: operation.id, listed: listedFor });
  return made === null ? [] : [{ ...made, isMade: true }];
}

/**
 * The inputs of a request on something that was just made for it, or is there where nothing makes it; null where nothing
 * is known that its path could name. Its texts are its own.
 *
 * @throws when the run is interrupted, or only reads.
 */
export function fresh(ctx: CheckContext, id: string, options: Omit<FreshOptions, 'listed'>): Promise<Fresh | null> {
  return freshOf(ctx, id, { ...options, listed: listedFor });
}

/** The inputs alone. */
export async function freshInput(
  ctx: CheckContext,
  id: string,
  options: Omit<FreshOptions, 'listed'>,
): Promise<Input | null> {
  return (await fresh(ctx, id, options))?.input ?? null;
}

/** Makes something that the caller names, and gives back its name; null where that is refused. */
export function makeNamed(
  ctx: CheckContext,
  maker: Operation,
  options: Omit<FreshOptions, 'listed'>,
): Promise<string | null> {
  return makeNamedBy(ctx, maker, { ...options, listed: listedFor });
}

const namedOnce = once(namedFor, { key: ({ id }) => id, without: [] });

/** What the server names for the path of an operation, each with the choices that fit it. @param base its other inputs. */
const foundInputs = once(
  async (ctx: CheckContext, operation: Operation, base: Input): Promise<readonly Found[]> => {
    const { id } = operation;
    const isBare = Object.keys(base.query).length + Object.keys(base.headers).length === 0 && base.body === undefined;
    const named: Awaited<ReturnType<typeof namedFor>> = operation.path.includes('{')
      ? await namedFor(ctx, operation)
      : [{ path: {}, item: null }];
    return Promise.all(
      named.map(async ({ path, item, isMade = false }): Promise<Found> => {
        const { query, headers } = await chosenFor(ctx, id, item, id);
        const free = neededBy(operation).map((name) => [name, freshText(ctx.suite, id, name)]);
        const input = {
          ...base,
          path: { ...Object.fromEntries(free), ...path },
          query: { ...query, ...base.query },
          headers: { ...headers, ...base.headers },
        };
        return { input, certain: isBare, item, isMade };
      }),
    );
  },
  { key: ({ id }) => id, without: [] },
);

/**
 * Inputs for an operation, several where a list names several; empty where nothing is known that its path could name.
 *
 * @throws when the run is interrupted, or when something would have to be made and this run only reads.
 */
export async function inputsOf(ctx: CheckContext, id: string): Promise<readonly Found[]> {
  const { api } = ctx.suite;
  const operation = operationOf(api, id);
  const known = knownInputs(ctx.suite, id);
  const { path: _path, ...example } = exampleInput(operation, 'required');
  const bare: Input = { ...noInput, ...example };
  if (known.length > 0) {
    const isWhole = ({ path = {} }: Partial<Input>) => neededBy(operation).every((name) => path[name] !== undefined);
    // Where the target names inputs, but not everything in the path, the rest is discovered.
    const [named] = known.every(isWhole) ? [] : await namedOnce(ctx, operation);
    return known.map((one) => {
      const path = { ...named?.path, ...one.path };
      return { input: { ...bare, ...one, path }, certain: isWhole(one), item: null, isMade: false };
    });
  }
  const [beside = {}] = await foundBeside(ctx, operation);
  const base = withFound(operation, bare, beside);
  const found = await foundInputs(ctx, operation, base);
  // A body may have values that can be used once.
  const completed = await ctx.suite.complete?.(operation, ctx);
  if (completed === null || completed === undefined) return found;
  return found.map(({ input, ...rest }) => ({
    ...rest,
    input: {
      ...{ ...input, ...completed },
      query: { ...input.query, ...completed.query },
      headers: { ...input.headers, ...completed.headers },
    },
  }));
}
