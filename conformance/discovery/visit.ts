/** Sends requests for rules that only watch exchanges: one to each operation in a run. */

import type { CheckContext, SuiteContext } from '../core/context.ts';
import { exampleInput } from '../generate/inputs.ts';
import { callOf } from '../model/call.ts';
import { type Operation, operationOf } from '../model/document/api.ts';
import { resolved } from '../model/document/document.ts';
import { itemsIn } from '../model/document/lists.ts';
import { type Exchange, isSuccess, successJson } from '../model/exchange.ts';
import type { Input } from '../model/input.ts';
import { isObject, type JsonObject } from '../model/values/json.ts';
import { once } from './memo.ts';
import { pagedListOf } from './pages.ts';
import { hasOther, isSweeping, knownInputs, neededBy } from './paths.ts';
import { populated } from './population.ts';
import { send } from './send.ts';
import { freshBody, freshText, isFree } from './texts.ts';
import { freshInput, inputsOf } from './things.ts';

/** Inputs for a request, and whether every correct server must accept them. */
interface Probing {
  readonly input: Input;
  readonly certain: boolean;
  /** The list item that the inputs come from, or the item that was created; null if neither is known. */
  readonly item?: JsonObject | null;
}

/**
 * Inputs of an operation that writes, on items that are created for it; known inputs if no item can be created.
 *
 * @param why part of the texts of the request: a server may reject the same text the second time.
 * @throws when the run only reads.
 */
export async function writingInputs(
  ctx: CheckContext,
  id: string,
  count: number,
  why: string,
): Promise<readonly Probing[]> {
  const inputs: Probing[] = [];
  for (let number = 1; number <= count; number += 1) {
    const input = await freshInput(ctx, id, { name: `${id}, ${why} ${number}` });
    if (input === null) break;
    inputs.push({ input, certain: false });
  }
  return inputs.length > 0 ? inputs : (await inputsOf(ctx, id)).slice(0, 1);
}

/** The first and the last: one alone may be a special case. */
async function readingInputs(ctx: CheckContext, id: string): Promise<readonly Probing[]> {
  const found = await inputsOf(ctx, id);
  return [...new Set([...found.slice(0, 1), ...found.slice(-1)])];
}

/** The responses of an operation to some of the inputs that are known for it; empty if none are known. */
export const visit = once(async (ctx: CheckContext, id: string): Promise<readonly Exchange[]> => {
  const operation = operationOf(ctx.suite.api, id);
  // An operation that writes is called once.
  const found = await (operation.method === 'GET' ? readingInputs(ctx, id) : writingInputs(ctx, id, 1, 'visit'));
  // An operation on all items of a user is sent as the other user, whose data no check needs.
  const credentials = isSweeping(operation) ? 'other' : 'given';
  if (credentials === 'other' && operation.security.flat().length > 0 && !hasOther(ctx.suite, operation)) return [];
  const exchanges: Exchange[] = [];
  for (const [place, { input, certain, item = null }] of found.entries()) {
    const label = `${id}, ${place === 0 ? 'the first' : 'the last'}`;
    const isNamed = operation.method === 'GET' && item !== null;
    const options = { label, intent: certain || isNamed ? 'valid' : 'open', credentials } as const;
    // Inputs of the target are as certain as the example, which then need not be sent.
    const certainty = knownInputs(ctx.suite, id).length > 0 ? { isCertain: true } : {};
    const exchange = await ctx.send({ ...callOf(operation, input, options), ...certainty, isNamed });
    if (isSuccess(exchange)) await ctx.suite.settle?.(exchange, ctx);
    exchanges.push(exchange);
  }
  return exchanges;
});

/** The number of items that are added to a list that shows none. */
const SOME = 2;

/** The inputs of a list, or of an item that was created for the request, after something was added to it. */
async function filledInput(ctx: CheckContext, id: string): Promise<Input | null> {
  const { api } = ctx.suite;
  const operation = operationOf(api, id);
  const [found] = await inputsOf(ctx, id);
  const list = pagedListOf(api, id);
  if (list !== null)
    return found === undefined ? null : ((await populated(ctx, list, found.input, SOME))?.input ?? null);
  const adding = api.operations.find(({ method, path }) => method === 'POST' && path === operation.path);
  const own = adding === undefined ? null : await freshInput(ctx, adding.id, { name: `${id}, filled` });
  if (adding === undefined || own === null) return null;
  const body = freshBody(ctx.suite, adding, own.body, `${id}, filled`);
  const input = { ...own, ...(body === undefined ? {} : { body }) };
  const added = await send(ctx, adding, input, `something for ${id}`);
  if (isSuccess(added)) await ctx.suite.settle?.(added, ctx);
  return { path: own.path, query: {}, headers: own.headers };
}

/** The responses of an operation after something was added to what it reads, such as a turn to a conversation. */
export const visitFilled = once(async (ctx: CheckContext, id: string): Promise<readonly Exchange[]> => {
  const { api, readOnly } = ctx.suite;
  const operation = operationOf(api, id);
  const input = readOnly === true || operation.method !== 'GET' ? null : await filledInput(ctx, id);
  if (input === null) return [];
  const list = pagedListOf(api, id);
  const isFull = (exchange: Exchange) =>
    isSuccess(exchange) && (list === null || itemsIn(list, successJson(exchange))?.length !== 0);
  const sendOnce = () => send(ctx, operation, input, `${id}, filled`);
  return [await ctx.until(sendOnce, isFull)];
});

const places = ['query', 'headers', 'body'] as const;

/** A place in a request: `/query/limit`, `/body/amount`. */
type Place = readonly [(typeof places)[number], string];

function placeOf(pointer: string): Place | null {
  const [, place = '', name = ''] = pointer.split('/');
  const found = places.find((one) => one === place);
  return found === undefined || name === '' ? null : [found, name];
}

function without(members: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([own]) => own.toLowerCase() !== name.toLowerCase()));
}

function partOf(input: Input, place: Place[0]): JsonObject {
  const part = input[place];
  return isObject(part) ? part : {};
}

/** The input without a member, or with the one that the document's example has. */
function changed(input: Input, [place, name]: Place, example: Input | null): Input {
  const part = partOf(input, place);
  if (example === null) return { ...input, [place]: without(part, name) };
  const entries = Object.entries(partOf(example, place));
  const [, value] = entries.find(([own]) => own.toLowerCase() === name.toLowerCase()) ?? [];
  return value === undefined || Object.hasOwn(part, name) ? input : { ...input, [place]: { ...part, [name]: value } };
}

/**
 * The input with two items in each list of its body that has one, so that a server that handles only the first is seen.
 */
function withTwo(
  { api, seed, run }: SuiteContext,
  { id, body }: Operation,
  input: Input,
  named: readonly Place[],
): Input | null {
  const given = partOf(input, 'body');
  const lists = body === null ? {} : (resolved(api.document, body.schema).properties ?? {});
  for (const [place, name] of named) {
    const [value, schema] = [given[name], resolved(api.document, lists[name] ?? {})];
    const [first, ...more] = Array.isArray(value) ? (value as readonly unknown[]) : [];
    if (place !== 'body' || !isObject(first) || more.length > 0 || Number(schema.maxItems ?? 2) < 2) continue;
    const { properties = {} } = resolved(api.document, schema.items ?? {});
    const own = Object.keys(first).filter((member) => isFree(api.document, properties[member] ?? {}));
    const texts = own.map((member) => [member, freshText({ seed, run }, id, name, member, 'another')] as const);
    return { ...input, body: { ...given, [name]: [first, { ...first, ...Object.fromEntries(texts) }] } };
  }
  return null;
}

/**
 * The operation with an example for each parameter that has none, taken from the middle of the values in earlier
 * responses.
 */
function withReported({ schemas }: SuiteContext, operation: Operation, reported: readonly unknown[]): Operation {
  const parameters = operation.parameters.map((one) => {
    const fitting = reported.filter((value) => schemas.problems(one.schemaPointer, value).length === 0);
    return { ...one, example: one.example ?? fitting[Math.floor(fitting.length / 2)] };
  });
  return { ...operation, parameters };
}

/**
 * The responses of an operation with some of its optional inputs, with none of them, without each one, and with two
 * items in lists that have one.
 * @param pointers to the inputs in a request: `/query/limit`, `/body/amount`.
 * @param reported the values in earlier responses, in order, that the inputs select by.
 */
export async function visitWith(
  ctx: CheckContext,
  id: string,
  pointers: readonly string[],
  reported: readonly unknown[] = [],
): Promise<readonly Exchange[]> {
  const named = pointers.flatMap((pointer) => {
    const place = placeOf(pointer);
    return place === null ? [] : [place];
  });
  if (named.length === 0) return visit(ctx, id);
  const operation = operationOf(ctx.suite.api, id);
  const less = [named, ...(named.length === 1 ? [] : named.map((one) => [one]))];
  // An operation that changes an item is called once for each: the item may not be in a state for a second call.
  const isChange = operation.method !== 'GET' && neededBy(operation).length > 0;
  const things = await (isChange ? writingInputs(ctx, id, less.length + 1, 'with') : inputsOf(ctx, id));
  const [found] = things;
  if (found === undefined) return visit(ctx, id);
  const example = exampleInput(withReported(ctx.suite, operation, reported), 'all');
  const whole = named.reduce((input, place) => changed(input, place, example), found.input);
  const inputs = [whole, ...less.map((some) => some.reduce((input, place) => changed(input, place, null), whole))];
  const left = less.map((some) => ` without ${some.map(([, name]) => name).join(', ')}`);
  const two = withTwo(ctx.suite, operation, whole, named);
  const exchanges: Exchange[] = [];
  for (const [place, input] of [...inputs, ...(two === null ? [] : [two])].entries()) {
    const label = `${id}${place === 0 ? '' : (left[place - 1] ?? ' with two')}`;
    const { path } = (isChange ? things[place] : undefined)?.input ?? input;
    exchanges.push(await send(ctx, operation, { ...input, path }, label));
  }
  return exchanges;
}
