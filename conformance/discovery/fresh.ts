/**
 * Requests on items that were created for them, so that they touch no other data, and nothing else touches the items.
 */

import type { CheckContext, SuiteContext } from '../core/context.ts';
import { exampleInput } from '../generate/inputs.ts';
import { SEARCH } from '../model/declared/place.ts';
import { type ApiModel, type Operation, operationOf } from '../model/document/api.ts';
import type { Declared } from '../model/document/behaviour.ts';
import { bare, collectionOf, isBelow, isOfOne, isSamePath } from '../model/document/hierarchy.ts';
import { declaredAt, declaredOf, payloadOf } from '../model/document/lists.ts';
import { type CredentialUse, isSuccess, successJson } from '../model/exchange.ts';
import { type Input, noInput } from '../model/input.ts';
import { isObject, type JsonObject } from '../model/values/json.ts';
import { valueAt } from '../model/values/pointer.ts';
import { chosenFor } from './chosen.ts';
import { retried, withNeeded } from './guess.ts';
import { newOf } from './made.ts';
import { hasOther, inPath, kin, knownInputs, neededBy } from './paths.ts';
import { send } from './send.ts';
import { besideIn, boundIn, foundBeside, sourcesOf, valuesOf, withFound } from './sources.ts';
import { freshBody, freshText, namesIn, ownNameOf, withSigns } from './texts.ts';

/** An item that was created. */
export interface Made {
  /** The path parameters that name it. */
  readonly path: Input['path'];
  /** The new item, as the response shows it; null if the response shows nothing of it. */
  readonly item: JsonObject | null;
}

/** A request on an item of its own. */
export interface Fresh {
  readonly input: Input;
  /** The item was created for this request, and no other request knows it. */
  readonly isOwn: boolean;
}

/** Items of lists that could fill the path of an operation. */
export type Listed = (ctx: CheckContext, operation: Operation) => Promise<readonly Made[]>;

export interface FreshOptions {
  /** Names the purpose: the same operation and name give the same texts. */
  readonly name: string;
  /** The credentials of the request. Default: the caller's. */
  readonly credentials?: CredentialUse;
  /**
   * The credentials that create the item in the path. Default: another user's if anyone may read it, else those of the
   * request.
   */
  readonly maker?: CredentialUse;
  /** Finds items that cannot be created. */
  readonly listed: Listed;
  /** The path parameters of an existing parent. Default: the parent is created as well. */
  readonly within?: Input['path'];
  /** The number of items in the chain that are being created for one another. Default: 0. */
  readonly depth?: number;
}

/** The status of a rejection that may result from a conflict with an item of another client. */
const CONFLICT = 409;

/** The number of attempts to create another item. */
const MOST_TRIES = 3;

/** The longest chain of items that are created for one another: declarations may form a circle. */
const DEEPEST = 4;

/** An operation that creates the item of a path, and the member of its request or response that the path then has. */
interface Maker {
  readonly operation: Operation;
  readonly parameter: string;
  /** The declaration of where its id is; null if the request names the new item. */
  readonly declared: Declared<'read-back'> | null;
}

const makers = new WeakMap<ApiModel, Map<string, readonly Maker[]>>();

/**
 * Operations that create the item in the path of another operation, or in the beginning of that path; the nearest
 * first. An operation that has the parameter in its own path changes the item and creates none.
 */
function makersOf(api: ApiModel, operation: Operation): readonly Maker[] {
  const known = makers.get(api) ?? new Map<string, readonly Maker[]>();
  makers.set(api, known);
  const found = known.get(operation.id) ?? makersIn(api, operation);
  known.set(operation.id, found);
  return found;
}

function makersIn(api: ApiModel, operation: Operation): readonly Maker[] {
  const needed = boundIn(api, operation);
  const fits = ({ operation: maker, parameter }: Maker) =>
    maker.id !== operation.id &&
    !neededBy(maker).includes(parameter) &&
    needed.every((name) => name === parameter || neededBy(maker).includes(name));
  const byAnswer = kin(api, operation).flatMap((id) =>
    declaredOf(api, 'read-back').flatMap((declared): Maker[] => {
      const { read, operation: maker, parameter = '' } = declared;
      return read === id ? [{ operation: operationOf(api, maker), parameter, declared }] : [];
    }),
  );
  const byName = api.operations.flatMap((maker): Maker[] => {
    const parameter = ownNameOf(api, maker);
    const isAbove = parameter !== null && operation.path.startsWith(`${bare(maker.path)}/{${parameter}}`);
    return isAbove ? [{ operation: maker, parameter, declared: null }] : [];
  });
  return [...byAnswer, ...byName].filter(fits);
}

/** Whether a known operation creates the item in the path of an operation. */
export function isMakeable(api: ApiModel, operation: Operation): boolean {
  return neededBy(operation).length === 0 || makersOf(api, operation).length > 0;
}

/**
 * An item that anyone may read is better owned by another user, since a server may reject actions on one's own items.
 * An item that only its owner may change belongs to the sender.
 */
function makerFor({ suite }: CheckContext, operation: Operation, { maker, credentials = 'given' }: FreshOptions) {
  const { api } = suite;
  const readers = api.operations.filter(({ method, path }) => method === 'GET' && isBelow(operation.path, path));
  const isOthers = readers.some(
    (one) => neededBy(one).length > 0 && one.security.every((schemes) => schemes.length === 0),
  );
  const isOwners = declaredAt(api, operation.id, 'owned').length > 0;
  return (
    maker ?? (isOthers && hasOther(suite, operation) && !isOwners && credentials === 'given' ? 'other' : credentials)
  );
}

async function make(ctx: CheckContext, maker: Maker, given: FreshOptions, tries = 1): Promise<Made | null> {
  const { operation, parameter, declared } = maker;
  const { name, maker: who = given.credentials ?? 'given', depth = 0 } = given;
  // Another user may have no credentials of the kind that it takes.
  const credentials = who === 'other' && !hasOther(ctx.suite, operation) ? 'given' : who;
  const fresh = depth > DEEPEST ? null : await freshOf(ctx, operation.id, { ...given, credentials, depth: depth + 1 });
  if (fresh === null) return null;
  const { input } = fresh;
  const sendOnce = (one: Input) => send(ctx, operation, one, `something for ${name}`, { credentials });
  const signed = withSigns(ctx.suite.api, operation, input.body);
  const first = await sendOnce(signed === null ? input : { ...input, body: signed });
  // The documents leave open which characters such a text may have.
  const plain = signed === null || isSuccess(first) ? first : await sendOnce(input);
  const other = isSuccess(plain) ? null : await retried(ctx, operation, input, plain, { credentials });
  const { input: sent, exchange } = other ?? { input, exchange: plain };
  const { outcome } = exchange;
  const isTaken = outcome.kind === 'answer' && outcome.status === CONFLICT && tries < MOST_TRIES;
  // Another client may have taken what the item needs: another one may be free.
  if (isTaken) return make(ctx, maker, given, tries + 1);
  if (!isSuccess(exchange)) return null;
  const made = declared === null ? null : newOf(ctx.suite.api, declared, exchange);
  const value = declared === null ? inPath(namesIn(sent.body, parameter)[0]) : made?.id;
  if (value === null || value === undefined) return null;
  return { path: { ...sent.path, [parameter]: value }, item: made?.item ?? null };
}

/** The operation that moves the same number of the same item in the opposite direction. */
export function opposite(api: ApiModel, declared: Declared<'moves'>): Operation | null {
  const { operation: id, by, read, pointer } = declared;
  const found = declaredOf(api, 'moves').find((one) => one.by === -by && one.read === read && one.pointer === pointer);
  const other = found === undefined ? null : operationOf(api, found.operation);
  return other !== null && neededBy(other).join() === neededBy(operationOf(api, id)).join() ? other : null;
}

/**
 * Sends the opposite request first: an operation that lowers a number needs one to lower, and an existing item may have
 * been moved already.
 */
async function moveBack(ctx: CheckContext, operation: Operation, { input, isOwn }: Fresh, credentials: CredentialUse) {
  const { api } = ctx.suite;
  const moves = declaredAt(api, operation.id, 'moves').filter(({ by }) => !isOwn || by === -1);
  const first = moves.map((one) => opposite(api, one)).find((one) => one !== null);
  if (first === undefined || first === null) return;
  await send(ctx, first, input, `before ${operation.id}`, { credentials });
}

/** Creates the item in the path of an operation; null if no known operation creates it, or the server rejects it. */
export async function madeFor(ctx: CheckContext, operation: Operation, options: FreshOptions): Promise<Made | null> {
  const above = neededBy(operation).flatMap((one) => {
    const value = options.within?.[one];
    return value === undefined ? [] : [[one, value] as const];
  });
  if (above.length === neededBy(operation).length) return { path: Object.fromEntries(above), item: null };
  for (const maker of makersOf(ctx.suite.api, operation)) {
    const named = { ...options, name: `${options.name} of ${operation.id}`, maker: makerFor(ctx, operation, options) };
    const made = await make(ctx, maker, named);
    if (made !== null) return made;
  }
  return null;
}

/** Whether the operation removes its own item, so that a second request has no effect. */
export function takesAway(api: ApiModel, { id, method }: Operation): boolean {
  return method === 'DELETE' && declaredAt(api, id, 'moves').every((one) => opposite(api, one) === null);
}

/**
 * Whether the operation would remove an item of a server that is known by its document alone: it is only sent for items
 * that the run created.
 */
export function removesOthers({ api, profile }: SuiteContext, operation: Operation): boolean {
  return profile.isStrict === true && takesAway(api, operation);
}

/** Whether the operation adds an item to a collection below the item in its path. */
function addsBelow({ operations }: ApiModel, { method, path }: Operation): boolean {
  const isItem = (one: Operation) => isOfOne(one.path) && isSamePath(collectionOf(one.path), path);
  const isOfItems = (one: Operation) => isItem(one) || (one.method === 'GET' && isSamePath(one.path, path));
  return method === 'POST' && operations.some(isOfItems);
}

/**
 * Whether the operation would remove or change an item of a server that is known by its document alone: it is sent for
 * items that the run created, or that the document says to use.
 */
export function changesOthers({ api, profile }: SuiteContext, operation: Operation): boolean {
  const isChange = profile.isStrict === true && operation.method !== 'GET' && neededBy(operation).length > 0;
  return isChange && !addsBelow(api, operation);
}

/** By run and operation: the number of requests so far. */
const turns = new WeakMap<SuiteContext['found'], Map<string, number>>();

/**
 * Existing inputs, different ones each time: the item of one request may be gone by the next. Requests that only read
 * get the first.
 */
function turnOf({ found }: SuiteContext, { id, method }: Operation, all: readonly JsonObject[]): JsonObject {
  const times = turns.get(found) ?? new Map<string, number>();
  turns.set(found, times);
  const turn = method === 'GET' ? 0 : (times.get(id) ?? 0);
  times.set(id, turn + 1);
  return all[turn % Math.max(1, all.length)] ?? {};
}

/** The operation that creates items of a list. */
function makerOf({ operations }: ApiModel, from: string): Operation | undefined {
  const { path } = operations.find(({ id }) => id === from) ?? { path: '' };
  const words = bare(path).split('/');
  const collection = SEARCH.test(words.at(-1) ?? '') ? words.slice(0, -1).join('/') : path;
  return operations.find((one) => one.method === 'POST' && one.id !== from && isSamePath(one.path, collection));
}

/** A new item, as the response shows it; null if it cannot be created. */
async function newItem(ctx: CheckContext, maker: Operation, options: FreshOptions): Promise<JsonObject | null> {
  const { credentials = 'given', name } = options;
  const fresh = await freshOf(ctx, maker.id, options);
  if (fresh === null) return null;
  const first = await send(ctx, maker, fresh.input, `something for ${name}`, { credentials });
  const other = isSuccess(first) ? null : await retried(ctx, maker, fresh.input, first, { credentials });
  const thing = valueAt(successJson(other?.exchange ?? first), payloadOf(ctx.suite.api, maker.id));
  return isObject(thing) ? thing : null;
}

/**
 * Values for the inputs beside the path of an operation. Where a list has none for a member of the body, and only the
 * document of the API is known, an item is created.
 */
export async function besideFor(
  ctx: CheckContext,
  operation: Operation,
  options: FreshOptions,
): Promise<readonly JsonObject[]> {
  const { suite } = ctx;
  const found = await foundBeside(ctx, operation);
  const { depth = 0 } = options;
  const { example } = operation.body ?? {};
  if (suite.profile.isStrict !== true || suite.readOnly === true || !isObject(example) || depth >= DEEPEST)
    return found;
  const made: Record<string, unknown> = {};
  for (const source of sourcesOf(suite.api, operation.id)) {
    const isOpen = ([name]: readonly [string, string]) =>
      example[name] !== undefined && made[name] === undefined && found[0]?.[name] === undefined;
    const beside = besideIn(operation, source).filter(isOpen);
    const maker = beside.length === 0 ? undefined : makerOf(suite.api, source.from);
    if (maker === undefined || maker.id === operation.id) continue;
    const name = `${options.name} of ${operation.id}`;
    const item = await newItem(ctx, maker, { ...options, name, depth: depth + 1 });
    if (item !== null) Object.assign(made, valuesOf(item, beside));
  }
  if (Object.keys(made).length === 0) return found;
  return found.length === 0 ? [made] : found.map((one) => ({ ...made, ...one }));
}

/**
 * An existing item, where none can be created. Items of other users are not deleted, except if they can be restored.
 */
async function foundFor(ctx: CheckContext, operation: Operation, { listed }: FreshOptions): Promise<Made | null> {
  const [found = null] = takesAway(ctx.suite.api, operation) ? [] : await listed(ctx, operation);
  return found;
}

/**
 * The inputs of a request on an item that was just created for it, or on an existing item if none can be created; null
 * if no item for its path is known.
 *
 * @throws when the run is interrupted, or only reads.
 */
export async function freshOf(ctx: CheckContext, id: string, options: FreshOptions): Promise<Fresh | null> {
  const { suite } = ctx;
  const { name, credentials = 'given' } = options;
  const operation = operationOf(suite.api, id);
  const own = await madeFor(ctx, operation, options);
  const made = own ?? (await foundFor(ctx, operation, options));
  if (made === null) return null;
  const { path: _path, ...example } = exampleInput(operation, 'required');
  const [known] = knownInputs(suite, id);
  const completed = await suite.complete?.(operation, ctx);
  const beside = turnOf(suite, operation, await besideFor(ctx, operation, options));
  const whole = withFound(operation, withNeeded(suite, operation, { ...noInput, ...example, ...completed }), beside);
  const free = neededBy(operation).map((one) => [one, freshText(suite, id, one, name)]);
  const base: Input = { ...whole, ...known, path: { ...Object.fromEntries(free), ...known?.path, ...made.path } };
  const chosen = await chosenFor(ctx, id, made.item, name);
  const body = freshBody(suite, operation, base.body, name);
  const input: Input = {
    ...base,
    query: { ...chosen.query, ...base.query },
    headers: { ...chosen.headers, ...base.headers },
    ...(body === undefined ? {} : { body }),
  };
  const fresh = { input, isOwn: own !== null };
  await moveBack(ctx, operation, fresh, credentials);
  return fresh;
}

/** Creates an item that the caller names, and returns its name; null if the server rejects it. */
export async function makeNamedBy(ctx: CheckContext, maker: Operation, options: FreshOptions): Promise<string | null> {
  const parameter = ownNameOf(ctx.suite.api, maker) ?? '';
  const made = await make(ctx, { operation: maker, parameter, declared: null }, options);
  return made === null ? null : (Object.values(made.path).at(-1) ?? null);
}

/** Removes the items that a request created under names of its own, if an operation does that. */
export async function takeBack(ctx: CheckContext, id: string, input: Input, credentials: CredentialUse): Promise<void> {
  const { api } = ctx.suite;
  const operation = operationOf(api, id);
  const ownName = ownNameOf(api, operation);
  if (ownName === null) return;
  const remover = api.operations.find(
    ({ method, path }) => method === 'DELETE' && isSamePath(path, `${bare(operation.path)}/{${ownName}}`),
  );
  if (remover === undefined) return;
  for (const value of namesIn(input.body, ownName)) {
    const path = { ...input.path, [ownName]: value };
    await send(ctx, remover, { ...noInput, path }, 'take back', { credentials });
  }
}
