/**
 * Finds inputs for an operation on this server: from the target, from the lists that the document declares, by creating
 * the item, and last from the document's examples. Each is found once in a run.
 */

import { pick } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import { exampleInput } from '../generate/inputs.ts';
import { type Operation, operationOf } from '../model/document/api.ts';
import { isBelow, isSamePath } from '../model/document/hierarchy.ts';
import { declaredAt, payloadOf } from '../model/document/lists.ts';
import { isSuccess, successJson } from '../model/exchange.ts';
import { type Input, noInput } from '../model/input.ts';
import { isObject, type JsonObject } from '../model/values/json.ts';
import { valueAt } from '../model/values/pointer.ts';
import { chooserOf, knownChoices } from './choices.ts';
import { chosenFor } from './chosen.ts';
import {
  besideFor,
  changesOthers,
  type Fresh,
  type FreshOptions,
  freshOf,
  madeFor,
  makeNamedBy,
  removesOthers,
} from './fresh.ts';
import { withNeeded } from './guess.ts';
import { once } from './memo.ts';
import { withOwnId } from './own-id.ts';
import { MOST_PAGES, pagedListOf, traverseFirst } from './pages.ts';
import { kin, knownInputs, neededBy, sharedInput } from './paths.ts';
import { send } from './send.ts';
import { boundIn, isDeep, type Named, namedBy, type Source, sourcesOf, withFound } from './sources.ts';
import { freshText } from './texts.ts';

export { once } from './memo.ts';

/** Inputs of an operation. */
export interface Found {
  readonly input: Input;
  /** The target or the server itself supplied all values, so a correct server must accept them. */
  readonly certain: boolean;
  /** The list item that the inputs come from, or the item that was created for them; null if neither is known. */
  readonly item: JsonObject | null;
  /** The item was created for the request, and not found in a list. */
  readonly isMade: boolean;
}

/** A list with items, or answers with values. */
interface Populated<Item = unknown> {
  readonly input: Input;
  /** The list is below an item that was created for it. */
  readonly isMade: boolean;
  readonly items: readonly Item[];
}

/** The first list of an operation that has items, of all that it can return; null if none has. */
export const populatedList = once(
  async (ctx: CheckContext, operation: string): Promise<Populated<JsonObject> | null> => {
    const list = pagedListOf(ctx.suite.api, operation);
    if (list === null) return null;
    for (const { input, isMade } of pick(await inputsOf(ctx, operation))) {
      const { pages } = await traverseFirst(ctx, list, input, { credentials: 'given', most: MOST_PAGES });
      const items = pages.flatMap((page) => page.items);
      if (items.length > 0) return { input, items, isMade };
    }
    return null;
  },
  { without: null },
);

/** The items that an operation lists; empty if there are none, or the server rejects the request. */
export async function itemsOf(ctx: CheckContext, operation: string): Promise<readonly JsonObject[]> {
  return (await populatedList(ctx, operation))?.items ?? [];
}

/** A value of a path parameter from a list, other than the known one; undefined if there is none. */
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

/** The item that an operation reads, as a list of one. */
async function readOne(ctx: CheckContext, operation: string): Promise<readonly JsonObject[]> {
  const { api } = ctx.suite;
  const [found] = await inputsOf(ctx, operation);
  if (found === undefined) return [];
  const [oneOf] = declaredAt(api, operation, 'one-of');
  const exchange = await send(ctx, operation, found.input, `what ${operation} names`, { intent: 'valid' });
  const thing = valueAt(successJson(exchange), oneOf?.at ?? payloadOf(api, operation));
  return isObject(thing) ? [thing] : [];
}

/** What an operation answers to some of its inputs: the values may be deep in one of the answers. */
const readSome = once(
  async (ctx: CheckContext, operation: string): Promise<readonly Populated[]> => {
    const answers: Populated[] = [];
    for (const { input, isMade } of pick(await inputsOf(ctx, operation))) {
      const json = successJson(await send(ctx, operation, input, `what ${operation} names`));
      if (json !== undefined) answers.push({ input, items: [json], isMade });
    }
    return answers;
  },
  { without: [] },
);

/** The items in which a source has its values, each group with the inputs that it was requested with. */
async function populatedBy(ctx: CheckContext, source: Source): Promise<readonly Populated[]> {
  const { from } = source;
  const { api, readOnly } = ctx.suite;
  // A search by POST is no request for a run that only reads.
  if (source.isInferred && readOnly === true && operationOf(api, from).method !== 'GET') return [];
  if (isDeep(source)) return readSome(ctx, from);
  if (pagedListOf(api, from) === null) return [{ input: noInput, items: await readOne(ctx, from), isMade: false }];
  const list = await populatedList(ctx, from);
  return list === null ? [] : [list];
}

/** The choices of the target, if the path of an operation has the same parameter: the number of a site. */
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

/**
 * Whether a server has the item that an inferred source names, checked with the operations that read it, or something of
 * it: one of them may be switched off.
 */
async function isThere(ctx: CheckContext, id: string, { path }: Named): Promise<boolean> {
  const { operations } = ctx.suite.api;
  const operation = operationOf(ctx.suite.api, id);
  const names = Object.keys(path);
  const isNamed = (one: Operation) => one.method === 'GET' && neededBy(one).every((name) => names.includes(name));
  const readers = operations.filter((one) => isSamePath(one.path, operation.path) || isBelow(operation.path, one.path));
  const named = readers.filter((one) => isNamed(one) && neededBy(one).length > 0).toSorted(longestFirst);
  const most = Math.max(0, ...named.map((one) => neededBy(one).length));
  for (const reader of named.filter((one) => neededBy(one).length === most)) {
    if (isSuccess(await send(ctx, reader, { ...noInput, path }, `whether ${id} has it`))) return true;
  }
  return named.length === 0;
}

function longestFirst(left: Operation, right: Operation): number {
  return right.path.length - left.path.length;
}

/** How the values of a path are found. */
interface Search {
  /** Whether values are all that a path needs. */
  readonly isWhole: (named: Named) => boolean;
  /**
   * The items are changed: those of an inferred source only where they are below an item that the run created, since
   * the document does not say that the others may be.
   */
  readonly isChange: boolean;
}

async function listed(ctx: CheckContext, id: string, search: Search): Promise<readonly Named[]> {
  const { isWhole, isChange } = search;
  const partial: Named[] = [];
  for (const source of sourcesOf(ctx.suite.api, id)) {
    const { from, members, isInferred } = source;
    if (from === id) continue;
    const populated = (await populatedBy(ctx, source)).filter(({ isMade }) => !isChange || !isInferred || isMade);
    const named = populated.flatMap(({ input, items }) => {
      // The items of a list below a parent are below the same parent.
      const above = sharedInput(operationOf(ctx.suite.api, id), input).path;
      return namedBy(items, members).map(({ path, item }) => ({ path: { ...above, ...path }, item }));
    });
    const [first] = named;
    if (first === undefined) continue;
    const whole = named.filter(isWhole);
    if (whole.length === 0) partial.push(first);
    if (whole[0] !== undefined && (!isInferred || (await isThere(ctx, id, whole[0])))) return whole;
  }
  // Independent sources may each supply a part of the path.
  const together = { path: Object.assign({}, ...partial.map(({ path }) => path)), item: partial.at(-1)?.item ?? null };
  return partial.length > 1 && isWhole(together) ? [together] : [];
}

/** Values for the whole path of an operation, from the choices of the target or from lists. */
async function listedFor(ctx: CheckContext, operation: Operation): Promise<readonly Named[]> {
  const chosen = choosable(ctx.suite, operation);
  if (chosen.length > 0) return chosen;
  const bound = boundIn(ctx.suite.api, operation);
  const isWhole = ({ path }: Named) => bound.every((name) => path[name] !== undefined);
  const isChange = changesOthers(ctx.suite, operation);
  for (const id of [operation.id, ...kin(ctx.suite.api, operation).filter((one) => one !== operation.id)]) {
    const named = await listed(ctx, id, { isWhole, isChange });
    if (named.length > 0) return named;
  }
  return [];
}

async function namedFor(
  ctx: CheckContext,
  operation: Operation,
): Promise<readonly (Named & { readonly isMade?: boolean })[]> {
  const found = removesOthers(ctx.suite, operation) ? [] : await listedFor(ctx, operation);
  if (found.length > 0) return found;
  const made = await madeFor(ctx, operation, { name: operation.id, listed: listedFor });
  return made === null ? [] : [{ ...made, isMade: true }];
}

/**
 * The inputs of a request on an item that was just created for it, or on an existing item if none can be created; null
 * if no item for its path is known. Its texts are unique.
 *
 * @throws when the run is interrupted, or only reads.
 */
export function fresh(ctx: CheckContext, id: string, options: Omit<FreshOptions, 'listed'>): Promise<Fresh | null> {
  return freshOf(ctx, id, { ...options, listed: listedFor });
}

/** Only the inputs of {@link fresh}. */
export async function freshInput(
  ctx: CheckContext,
  id: string,
  options: Omit<FreshOptions, 'listed'>,
): Promise<Input | null> {
  return (await fresh(ctx, id, options))?.input ?? null;
}

/** Creates an item that the caller names, and returns its name; null if the server rejects it. */
export function makeNamed(
  ctx: CheckContext,
  maker: Operation,
  options: Omit<FreshOptions, 'listed'>,
): Promise<string | null> {
  return makeNamedBy(ctx, maker, { ...options, listed: listedFor });
}

const namedOnce = once(namedFor, { key: ({ id }) => id, without: [] });

/**
 * Inputs with the values that the server has for the path of an operation, each with its choices. @param base the other
 * inputs.
 */
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
 * Inputs for an operation, several if a list has several items; empty if no item for its path is known.
 *
 * @throws when the run is interrupted, or when an item would have to be created and this run only reads.
 */
export async function inputsOf(ctx: CheckContext, id: string): Promise<readonly Found[]> {
  const { api } = ctx.suite;
  const operation = operationOf(api, id);
  const known = knownInputs(ctx.suite, id);
  const { path: _path, ...example } = exampleInput(operation, 'required');
  const own = example.body === undefined ? {} : { body: withOwnId(ctx.suite, operation, example.body) };
  const bare: Input = { ...noInput, ...example, ...own };
  if (known.length > 0) {
    const isWhole = ({ path = {} }: Partial<Input>) => neededBy(operation).every((name) => path[name] !== undefined);
    // Where the target names inputs, but not everything in the path, the rest is discovered.
    const [named] = known.every(isWhole) ? [] : await namedOnce(ctx, operation);
    return known.map((one) => {
      const path = { ...named?.path, ...one.path };
      return { input: { ...bare, ...one, path }, certain: isWhole(one), item: null, isMade: false };
    });
  }
  const [beside = {}] = await besideFor(ctx, operation, { name: id, listed: listedFor });
  const base = withFound(operation, bare, beside);
  const all = await foundInputs(ctx, operation, base);
  const found = all.map((one) => ({ ...one, input: withNeeded(ctx.suite, operation, one.input) }));
  // A body may have values that can be used once.
  const completed = await ctx.suite.complete?.(operation, ctx);
  if (completed === null || completed === undefined) return found;
  return found.map(({ input, ...rest }) => ({
    ...rest,
    input: {
      ...input,
      ...completed,
      query: { ...input.query, ...completed.query },
      headers: { ...input.headers, ...completed.headers },
    },
  }));
}
