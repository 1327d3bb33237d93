/** Every item of a response belongs to the value of a request parameter: `belongs-to`. */

import { isAnswerOf, pick } from '../../core/answers.ts';
import type { CheckContext, SuiteContext } from '../../core/context.ts';
import type { Family } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, inputsHint, passUnless, warn } from '../../core/judgement.ts';
import { chooserOf } from '../../discovery/choices.ts';
import { pagedListOf, pageOf, secondOf, sendPage } from '../../discovery/pages.ts';
import { inPath, neededBy } from '../../discovery/paths.ts';
import { send } from '../../discovery/send.ts';
import { foundBeside } from '../../discovery/sources.ts';
import { anotherName, type Found, freshInput, inputsOf, itemsOf } from '../../discovery/things.ts';
import { visitFilled, writingInputs } from '../../discovery/visit.ts';
import { type ApiModel, type Operation, operationOf } from '../../model/document/api.ts';
import { declaredAt, listOf } from '../../model/document/lists.ts';
import { namedIn } from '../../model/document/requests.ts';
import { type Exchange, isSuccess, outcomeText, successJson } from '../../model/exchange.ts';
import { type Input, noInput } from '../../model/input.ts';
import { excerpt, isObject, type JsonObject, sameJson } from '../../model/values/json.ts';
import { everyAt, within } from '../../model/values/pointer.ts';
import { formOf, isNamed } from '../../model/values/same.ts';
import { sendAsCaller } from '../caller.ts';
import { choiceIn, withChoices } from '../chosen-by/send.ts';
import { inputOfNothing, namedBy as namedByInput } from '../unknown.ts';
import { belongsToCandidates } from './candidates.ts';
import { completeAspect, judgeComplete } from './complete.ts';
import type { BelongsTo } from './declared.ts';
import { belongsToMutants } from './mutants.ts';
import { isKeyOfAll, isUuid, waysToSend, wordsOf } from './names.ts';

/** JSON pointer into the response, `*` for each item. */
export function placeOf({ operation, at }: BelongsTo, api: ApiModel): string {
  return at ?? within(listOf(api, { id: operation })?.items ?? '', '*');
}

/** The parts of a response that have the member, each with its place. */
function thingsIn(declared: BelongsTo, api: ApiModel, exchange: Exchange): readonly (readonly [string, JsonObject])[] {
  return everyAt(successJson(exchange), placeOf(declared, api)).flatMap(({ pointer, value }) =>
    isObject(value) && value[declared.member] !== undefined ? [[pointer, value] as const] : [],
  );
}

/**
 * The value that the request names; null if it names none, names an invalid one, or overrides it with a choice in a
 * header.
 */
function namedBy(declared: BelongsTo, api: ApiModel, { call, url }: Exchange): string | null {
  if (call.kind !== 'http' || call.intent === 'invalid') return null;
  const { parts = [] } = chooserOf(api, declared.operation) ?? {};
  const headers = new Map(Object.entries(call.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const chosen = parts.map(({ header, query }) => ({ query, value: headers.get(header?.toLowerCase() ?? '') }));
  const own = chosen.find(({ query }) => query === declared.parameter);
  if (own !== undefined && chosen.some(({ value }) => value !== undefined)) return own.value || null;
  const { pathname, searchParams } = new URL(url);
  const operation = operationOf(api, declared.operation);
  const named = namedIn(operation, { path: pathname, query: searchParams }, declared.parameter);
  // For words outside the enum of the document, no result is documented.
  const words = wordsOf(api, operation, declared.parameter);
  return named !== null && words.length > 0 && !words.includes(named) ? null : named;
}

/** The limit of a small page, so that the list has a next one. */
const SMALL = 2;

/** Requests a list without a limit, a small page of it and the next one; anything else once. */
async function sendOnce(
  ctx: CheckContext,
  { operation: id }: BelongsTo,
  input: Input,
  label: string,
  certain: boolean,
) {
  const intent = certain ? 'valid' : 'open';
  const list = pagedListOf(ctx.suite.api, id);
  const first = await send(ctx, id, input, label, { intent });
  if (list === null || list.limit === null || !isSuccess(first)) return [first];
  const small = await sendPage(ctx, list, input, { limit: SMALL }, { label: `${label}, a small page`, intent });
  const cursor = secondOf(list, pageOf(list, small), SMALL);
  // After an empty page, the next one shows nothing.
  if (list.by === null || cursor === '' || pageOf(list, small)?.items.length === 0) return [first, small];
  const next = { label: `${label}, the next page`, intent: 'open', isSound: true } as const;
  return [first, small, await sendPage(ctx, list, input, { limit: SMALL, cursor }, next)];
}

/** A choice in headers, moved to the query: the parameter in question is there. */
function inQuery(api: ApiModel, id: string, input: Input): Input {
  const chooser = chooserOf(api, id);
  return chooser === null ? input : withChoices(input, chooser, { query: choiceIn(chooser, input) });
}

/** Writes on two items, if a list has two, to detect a server that only handles the first. */
async function writing(ctx: CheckContext, { parameter }: BelongsTo, operation: Operation) {
  const inputs = await writingInputs(ctx, operation.id, SMALL, 'whose');
  const [first, ...rest] = inputs;
  const own = first?.input.path[parameter];
  const isAlone = neededBy(operation).length === 1 && inputs.every(({ input }) => input.path[parameter] === own);
  const name = isAlone ? await anotherName(ctx, operation.id, parameter, own) : undefined;
  if (first === undefined || own === undefined || name === undefined) return inputs;
  return [first, ...rest.map((one) => ({ ...one, input: { ...one.input, path: { [parameter]: name } } }))];
}

/**
 * The input with its choice moved from the query to headers; null if it has none, or if the parameter is part of the
 * choice.
 */
function inHeaders(api: ApiModel, { operation: id, parameter }: BelongsTo, input: Input): Input | null {
  const chooser = chooserOf(api, id);
  const isMoved = chooser?.parts.some(({ header, query }) => header !== null && input.query[query ?? ''] !== undefined);
  if (chooser === null || !isMoved || chooser.parts.some(({ query }) => query === parameter)) return null;
  return withChoices(input, chooser, { header: choiceIn(chooser, input) });
}

/** Inputs with a value of the parameter; if the known inputs have none, it comes from an item or from a source. */
async function naming(ctx: CheckContext, declared: BelongsTo, operation: Operation) {
  const { api } = ctx.suite;
  const { id } = operation;
  if (operation.method !== 'GET') return writing(ctx, declared, operation);
  const found = pick(await inputsOf(ctx, id)).map((one) => ({ ...one, input: inQuery(api, id, one.input) }));
  const [first] = found;
  if (first === undefined || namedByInput(operation, first.input, declared.parameter) !== undefined) return found;
  const plain = await send(ctx, operation, first.input, `${id} of all`);
  const namesIn = (things: readonly JsonObject[]) =>
    things.flatMap((thing) => [thing[declared.member] ?? []].flat().flatMap((name) => String(name) || []));
  const shown = namesIn(thingsIn(declared, api, plain).map(([, thing]) => thing));
  // The items of the first page may all lack the member.
  const reported = shown.length > 0 || declared.at !== undefined ? shown : namesIn(await itemsOf(ctx, id));
  const sources = (await foundBeside(ctx, operation))
    .flatMap(({ [declared.parameter]: name }) => name ?? [])
    .map(String);
  // The value in an item may be one that no source has, so one in both is preferred.
  const value = reported.find((name) => sources.includes(name)) ?? sources[0] ?? reported[0];
  if (value === undefined) return found;
  const query = { ...first.input.query, [declared.parameter]: value };
  return [{ ...first, input: { ...first.input, query } }];
}

/** For a path with several parameters: an item under the name of another owner; null if no two are known. */
async function mixed(ctx: CheckContext, { parameter }: BelongsTo, operation: Operation, inputs: readonly Input[]) {
  if (neededBy(operation).length < 2) return null;
  const [one] = inputs;
  const isOther = ({ path }: Input) => path[parameter] !== one?.path[parameter];
  const other = inputs.find(isOther) ?? (await freshInput(ctx, operation.id, { name: `${operation.id}, of another` }));
  const own = one?.path[parameter];
  const made = other?.path[parameter];
  const name = made === own ? await anotherName(ctx, operation.id, parameter, own) : made;
  return one === undefined || name === undefined ? null : { ...one, path: { ...one.path, [parameter]: name } };
}

/** The input with a value that names no item; a text in the query is shortened, to detect a match by prefix. */
function nearly(
  suite: SuiteContext,
  operation: Operation,
  parameter: string,
  found: readonly Pick<Found, 'input'>[],
): Input {
  const [{ input = noInput } = {}] = found;
  const { [parameter]: named = '', ...rest } = input.query;
  const isText = named.length > 1 && formOf(named) === 'text' && wordsOf(suite.api, operation, parameter).length === 0;
  return isText
    ? { ...input, query: { ...rest, [parameter]: named.slice(0, -1) } }
    : inputOfNothing(suite, operation, parameter, found);
}

/** The values of an item for all query parameters that may select it, if there are more than this one. */
function byBoth(declared: BelongsTo, api: ApiModel, exchanges: readonly Exchange[]): Input['query'] | undefined {
  const { operation: id, parameter } = declared;
  const inQuery = operationOf(api, id).parameters.filter(({ in: place, required }) => place === 'query' && !required);
  const all = declaredAt(api, id, 'belongs-to').filter((one) => inQuery.some(({ name }) => name === one.parameter));
  // It is done once for all of the parameters, with the first.
  if (all.length < 2 || all[0]?.parameter !== parameter || chooserOf(api, id) !== null) return undefined;
  const items = exchanges.flatMap((exchange) => thingsIn(declared, api, exchange).map(([, thing]) => thing));
  const named = items.map((item) =>
    all.flatMap((one) => [[one.parameter, inPath([item[one.member]].flat()[0])] as const]),
  );
  const whole = named.find((entries) => entries.every(([, value]) => value !== null));
  return whole && Object.fromEntries(whole.map(([name, value]) => [name, value ?? '']));
}

/** The number of members that may differ, since they belong to the name in the request. */
const MOST_REPORTED = 1;

/** The number of equal members that shows that both are the same item. */
const LEAST_SAME = 3;

/** Whether a value carries no information: an empty text, zero, no items. */
function isEmpty(value: unknown): boolean {
  return Number(value) === 0 || JSON.stringify(value) === '{}';
}

/**
 * Another item's data, returned under the name in the request: all members are equal except those that go with the
 * name.
 */
function judgeRenamed(declared: BelongsTo, api: ApiModel, own: Exchange | undefined, strange: readonly Exchange[]) {
  const wholeIn = (exchange: Exchange) =>
    thingsIn(declared, api, exchange).map(([, thing]) => ({ ...thing, [declared.member]: null }));
  const [thing = {}] = own === undefined ? [] : wholeIn(own);
  // Items without data are equal, such as pairs that were never traded.
  const entries = Object.entries(thing).filter(([, value]) => !isEmpty(value));
  const isIt = (one: JsonObject) => {
    const same = entries.filter(([name, value]) => sameJson(one[name], value)).length;
    return entries.length - same <= MOST_REPORTED && same >= LEAST_SAME;
  };
  const renamed = strange.find((exchange) => wholeIn(exchange).some(isIt));
  if (renamed === undefined) return [];
  const expected = `nothing that belongs to another ${declared.parameter}`;
  return [broken({ expected, actual: outcomeText(renamed), about: 'of another', exchange: renamed })];
}

/** The number of equal items without ids that is no coincidence: fewer may describe the same event in two lists. */
const LEAST_ALIKE = 3;

/**
 * Two lists under different names with otherwise equal items: one shows the other's items. Without ids of the items
 * this may be a coincidence.
 */
function judgeAlike(declared: BelongsTo, api: ApiModel, exchanges: readonly Exchange[]) {
  const { operation: id } = declared;
  const key = listOf(api, { id })?.key ?? '';
  const seen = new Map<string, string>();
  for (const exchange of declared.at === undefined ? exchanges : []) {
    const named = namedBy(declared, api, exchange);
    const things = thingsIn(declared, api, exchange).map(([, thing]) => ({ ...thing, [declared.member]: null }));
    const keys = things.map((thing) => thing[key]);
    const isCertain = keys.every((one) => one !== undefined) && (isKeyOfAll(declared, api) || keys.every(isUuid));
    if (named === null || things.length < (isCertain ? 1 : LEAST_ALIKE)) continue;
    const other = seen.get(JSON.stringify(things)) ?? named;
    seen.set(JSON.stringify(things), other);
    if (isNamed(other, named)) continue;
    const expected = `nothing that belongs to another ${declared.parameter}: ${other} has the same content`;
    return [(isCertain ? broken : warn)({ expected, actual: outcomeText(exchange), about: 'of another', exchange })];
  }
  return [];
}

export default {
  name: 'belongs-to',
  alone: ({ operation }, api) => operationOf(api, operation).method !== 'GET',
  watch(declared, exchange, { api }, report) {
    if (!isAnswerOf(exchange, declared.operation)) return;
    const named = namedBy(declared, api, exchange);
    const things = thingsIn(declared, api, exchange);
    if (named === null || things.length === 0) return;
    const unrelated = things.filter(([, thing]) => !isNamed(thing[declared.member], named));
    const breaches = unrelated.map(([place, thing]) => ({
      expected: `${named}, the ${declared.parameter} of the request`,
      actual: excerpt(thing[declared.member]),
      pointer: within(place, declared.member),
      exchange,
    }));
    report(declared.member, ...passUnless(breaches.map(broken)));
  },
  async check(declared, ctx, report) {
    const { operation: id, parameter, at } = declared;
    const { api } = ctx.suite;
    const operation = operationOf(api, id);
    const reads = operation.method === 'GET';
    const found = await naming(ctx, declared, operation);
    const inputs = found.map(({ input }) => input);
    const exchanges: Exchange[] = [];
    for (const { input, certain } of found) {
      exchanges.push(...(await sendOnce(ctx, declared, input, `${id} ${exchanges.length}`, certain)));
    }
    const [first] = reads ? inputs : [];
    const withQuery = (query: Input['query']) => (first ? [{ ...first, query: { ...first.query, ...query } }] : []);
    const worded = wordsOf(api, operation, parameter).flatMap((word) => withQuery({ [parameter]: word }));
    for (const input of worded) {
      exchanges.push(...(await sendOnce(ctx, declared, input, `${id} of ${input.query[parameter]}`, false)));
    }
    const both = at === undefined ? byBoth(declared, api, exchanges) : undefined;
    const ways: readonly (readonly [how: string, inputs: readonly (Input | null)[]])[] = [
      ['both', both === undefined ? [] : withQuery(both)],
      ['headers', first === undefined ? [] : [inHeaders(api, declared, first)]],
      ...waysToSend(api, operation, parameter).map(([name, word]) => [word, withQuery({ [name]: word })] as const),
    ];
    for (const [how, [input]] of ways) if (input) exchanges.push(await send(ctx, operation, input, `${id} by ${how}`));
    const complete = completeAspect(declared);
    if (complete !== undefined) report(complete, await judgeComplete(declared, ctx, inputs, worded));
    if (reads) {
      const isOneThing = listOf(api, { id }) === null && operation.path.includes(`{${parameter}}`);
      if (isOneThing) await sendAsCaller(ctx, id, inputs.at(-1));
      await sendOnce(ctx, declared, nearly(ctx.suite, operation, parameter, found), `${id} of nothing`, false);
      const strange = await mixed(ctx, declared, operation, inputs);
      // If the name is not unique, both owners may have an item with it: two telescopes have the same nights.
      const names = Object.entries(strange?.path ?? {}).flatMap(([name, value]) => (name === parameter ? [] : value));
      const answers = strange === null ? [] : await sendOnce(ctx, declared, strange, `${id} of another`, false);
      if (isKeyOfAll(declared, api) || names.every(isUuid))
        report(declared.member, ...judgeRenamed(declared, api, exchanges[0], answers));
    }
    report(declared.member, ...judgeAlike(declared, api, exchanges));
    const isObserved = (exchange: Exchange) => thingsIn(declared, api, exchange).length > 0;
    if (!exchanges.some(isObserved)) exchanges.push(...(await visitFilled(ctx, id)));
    const noun = listOf(api, { id })?.noun ?? 'answers';
    const hint = `put ${noun} into the data, or ${inputsHint(id)}`;
    const [refused] = exchanges.filter((exchange) => !isSuccess(exchange));
    const isRefused = refused !== undefined && !exchanges.some(isSuccess);
    report(declared.member, isRefused ? blockedBy(refused) : inconclusive(`${id} returned no ${noun}`, hint));
  },
  candidates: belongsToCandidates,
  mutants: belongsToMutants,
} satisfies Family<BelongsTo>;
