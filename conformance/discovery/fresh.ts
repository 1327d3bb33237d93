/**
 * Requests on items that were created for them, so that they touch no other data, and nothing else touches the items.
 */

import type { CheckContext, SuiteContext } from '../core/context.ts';
import { exampleInput } from '../generate/inputs.ts';
import { type ApiModel, type Operation, operationOf } from '../model/document/api.ts';
import type { Declared } from '../model/document/behaviour.ts';
import { declaredAt, declaredOf } from '../model/document/lists.ts';
import { type CredentialUse, isSuccess } from '../model/exchange.ts';
import { type Input, noInput } from '../model/input.ts';
import type { JsonObject } from '../model/values/json.ts';
import { chosenFor } from './chosen.ts';
import { newOf } from './made.ts';
import { hasOther, inPath, kin, knownInputs, neededBy } from './paths.ts';
import { send } from './send.ts';
import { boundIn, foundBeside, withFound } from './sources.ts';
import { freshBody, freshText, namesIn, ownNameOf, withSigns } from './texts.ts';

/** Something that was made. */
export interface Made {
  /** The path parameters that name it. */
  readonly path: Input['path'];
  /** The new item, as the response shows it; null if the response shows nothing of it. */
  readonly item: JsonObject | null;
}

/** A request that was made up. */
export interface Fresh {
  readonly input: Input;
  /** The item was created for this request, and no other request knows it. */
  readonly isOwn: boolean;
}

/** Items of lists that could fill the path of an operation. */
export type Listed = (ctx: CheckContext, operation: Operation) => Promise<readonly Made[]>;

export interface FreshOptions {
  /** Names what it is for: the same operation and name give the same texts. */
  readonly name: string;
  /** The credentials of the request. Default: the caller's. */
  readonly credentials?: CredentialUse;
  /**
   * The credentials that create the item in the path. Default: another user's if anyone may read it, else those of the
   * request.
   */
  readonly maker?: CredentialUse;
  /** Finds what cannot be made. */
  readonly listed: Listed;
  /** The path parameters of an existing parent. Default: the parent is created as well. */
  readonly within?: Input['path'];
  /** How many things are made for one another already. Default: 0. */
  readonly depth?: number;
}

/** The hint that another user must own the item. */
const CONFLICT = 409;

/** The number of attempts to create another item. */
const MOST_TRIES = 3;

/** Things may be declared to be made for one another in a circle. */
const DEEPEST = 4;

/** An operation that creates the item of a path, and the member of its request or response that the path then has. */
interface Maker {
  readonly operation: Operation;
  readonly parameter: string;
  /** Where its id is; null where its request names what it makes. */
  readonly declared: Declared<'read-back'> | null;
}

const makers = new WeakMap<ApiModel, Map<string, readonly Maker[]>>();

/**
 * Operations that make what the path of another names, or the beginning of that path; the nearest first. One that changes
 * what its own path names makes nothing.
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
    const isAbove = parameter !== null && operation.path.startsWith(`${maker.path}/{${parameter}}`);
    return isAbove ? [{ operation: maker, parameter, declared: null }] : [];
  });
  return [...byAnswer, ...byName].filter(fits);
}

/** Whether something is known that makes what the path of an operation names. */
export function isMakeable(api: ApiModel, operation: Operation): boolean {
  return neededBy(operation).length === 0 || makersOf(api, operation).length > 0;
}

/**
 * An item that anyone may read is better owned by another user, since a server may reject actions on one's own items.
 * An item that only its owner may change belongs to the sender.
 */
function makerFor({ suite }: CheckContext, operation: Operation, { maker, credentials = 'given' }: FreshOptions) {
  const { api } = suite;
  const readers = api.operations.filter(
    ({ method, path }) => method === 'GET' && operation.path.startsWith(`${path}/`),
  );
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
  const exchange = signed === null || isSuccess(first) ? first : await sendOnce(input);
  const { outcome } = exchange;
  const isTaken = outcome.kind === 'answer' && outcome.status === CONFLICT && tries < MOST_TRIES;
  // What it needs may be another's by now: the next may be free.
  if (isTaken) return make(ctx, maker, given, tries + 1);
  if (!isSuccess(exchange)) return null;
  const made = declared === null ? null : newOf(ctx.suite.api, declared, exchange);
  const value = declared === null ? inPath(namesIn(input.body, parameter)[0]) : made?.id;
  if (value === null || value === undefined) return null;
  return { path: { ...input.path, [parameter]: value }, item: made?.item ?? null };
}

/** The operation that moves the same number of the same thing the other way. */
export function opposite(api: ApiModel, declared: Declared<'moves'>): Operation | null {
  const { operation: id, by, read, pointer } = declared;
  const found = declaredOf(api, 'moves').find((one) => one.by === -by && one.read === read && one.pointer === pointer);
  const other = found === undefined ? null : operationOf(api, found.operation);
  return other !== null && neededBy(other).join() === neededBy(operationOf(api, id)).join() ? other : null;
}

/** An operation that removes something needs something to remove, and existing items may have been moved already. */
async function moveBack(ctx: CheckContext, operation: Operation, { input, isOwn }: Fresh, credentials: CredentialUse) {
  const { api } = ctx.suite;
  const moves = declaredAt(api, operation.id, 'moves').filter(({ by }) => !isOwn || by === -1);
  const first = moves.map((one) => opposite(api, one)).find((one) => one !== null);
  if (first === undefined || first === null) return;
  await send(ctx, first, input, `before ${operation.id}`, { credentials });
}

/** Makes what the path of an operation names; null where nothing is known that makes it, or it was refused. */
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

/** By run and operation: how often a request was made up. */
const turns = new WeakMap<SuiteContext['found'], Map<string, number>>();

/**
 * Existing inputs, another one each time: the item of one request may be gone for the next. Requests that only read get
 * the first.
 */
function turnOf({ found }: SuiteContext, { id, method }: Operation, all: readonly JsonObject[]): JsonObject {
  const times = turns.get(found) ?? new Map<string, number>();
  turns.set(found, times);
  const turn = method === 'GET' ? 0 : (times.get(id) ?? 0);
  times.set(id, turn + 1);
  return all[turn % Math.max(1, all.length)] ?? {};
}

/**
 * An existing item, where none can be created. Items of other users are not deleted, except if they can be restored.
 */
async function foundFor(ctx: CheckContext, operation: Operation, { listed }: FreshOptions): Promise<Made | null> {
  const [found = null] = takesAway(ctx.suite.api, operation) ? [] : await listed(ctx, operation);
  return found;
}

/**
 * The inputs of a request on something that was just made for it, or is there where nothing makes it; null where nothing
 * is known that its path could name.
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
  const beside = turnOf(suite, operation, await foundBeside(ctx, operation));
  const whole = withFound(operation, { ...noInput, ...example, ...completed }, beside);
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

/** Makes something that the caller names, and gives back its name; null where that is refused. */
export async function makeNamedBy(ctx: CheckContext, maker: Operation, options: FreshOptions): Promise<string | null> {
  const parameter = ownNameOf(ctx.suite.api, maker) ?? '';
  const made = await make(ctx, { operation: maker, parameter, declared: null }, options);
  return made === null ? null : (Object.values(made.path).at(-1) ?? null);
}

/** Takes back what a request created under its own name, if an operation does that. */
export async function takeBack(ctx: CheckContext, id: string, input: Input, credentials: CredentialUse): Promise<void> {
  const { api } = ctx.suite;
  const operation = operationOf(api, id);
  const ownName = ownNameOf(api, operation);
  const remover = api.operations.find(
    ({ method, path }) => method === 'DELETE' && ownName !== null && path === `${operation.path}/{${ownName}}`,
  );
  if (remover === undefined || ownName === null) return;
  for (const value of namesIn(input.body, ownName)) {
    const path = { ...input.path, [ownName]: value };
    await send(ctx, remover, { ...noInput, path }, 'take back', { credentials });
  }
}
