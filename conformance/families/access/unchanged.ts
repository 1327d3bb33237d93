/**
 * Whether a refused request did nothing all the same: by what shows what the operation does, as the document declares
 * it. What it moves, or changes, is read before and after; what it would make, or take away, is looked for where it is
 * listed.
 */

import type { CheckContext } from '../../core/context.ts';
import {
  broken,
  inconclusive,
  type Judgement,
  OTHER_CLIENTS_HINT,
  passUnless,
  REFUSED_HINT,
} from '../../core/judgement.ts';
import { isMakeable, takeBack } from '../../discovery/fresh.ts';
import {
  keyOf,
  type PagedList,
  pagedListOf,
  type Traversed,
  traversePages,
  traverseWhole,
} from '../../discovery/pages.ts';
import { isSweeping, neededBy, sharedInput } from '../../discovery/paths.ts';
import { send } from '../../discovery/send.ts';
import { freeMembers, namesIn, ownNameOf } from '../../discovery/texts.ts';
import { makeNamed } from '../../discovery/things.ts';
import { type ApiModel, type Operation, operationOf } from '../../model/document/api.ts';
import { isBelow, isSamePath } from '../../model/document/hierarchy.ts';
import { declaredAt } from '../../model/document/lists.ts';
import { type CredentialUse, type Exchange, outcomeText, successJson } from '../../model/exchange.ts';
import { noInput } from '../../model/input.ts';
import { isObject, type JsonObject, sameJson } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import type { Moves } from '../moves/declared.ts';
import { apartIn, readersOf, reportedBy, reportedIn } from './readers.ts';
import type { MatchedRequest } from './requests.ts';

/** Reads again what was read before; null if nothing is wrong. */
type Probe = () => Promise<Judgement | null>;

/** The requests that are to be refused. */
interface Refused extends Pick<MatchedRequest, 'input' | 'isOwn'> {
  readonly operation: Operation;
  readonly credentials: CredentialUse;
}

/** A value that differs from two earlier responses that agreed. */
function differing(before: readonly Exchange[], after: Exchange, apart: readonly string[]): Judgement | null {
  const [first, second] = before.map((exchange) => reportedIn(exchange, apart));
  if (first === undefined || second === undefined) return null;
  const now = reportedIn(after, apart);
  const lost = [...second].find(([place, value]) => first.get(place) === value && now.get(place) !== value);
  const came = [...now.keys()].find((place) => !first.has(place) && !second.has(place));
  const [pointer, expected] = lost ?? [came, 'nothing'];
  if (pointer === undefined) return null;
  const actual = now.size === 0 ? outcomeText(after) : (now.get(pointer) ?? 'nothing');
  const why = `${expected}, unchanged by the refused requests`;
  return broken({ expected: why, actual, pointer, about: 'effect', exchange: after });
}

/** A number that changed as the operation changes it; other members may change a moment later by themselves. */
function movedBy({ by, pointer }: Moves, before: readonly Exchange[], after: Exchange): Judgement | null {
  const [first, second, now] = [...before, after].map((exchange) => Number(valueAt(successJson(exchange), pointer)));
  if (first !== second || now === undefined || !((now - Number(second)) * by > 0)) return null;
  const expected = `${second}, unchanged by the refused requests`;
  return broken({ expected, actual: String(now), pointer, about: 'effect', exchange: after });
}

async function readBefore(ctx: CheckContext, refused: Refused): Promise<readonly Probe[]> {
  const { api } = ctx.suite;
  const { isOwn, credentials } = refused;
  const probes: Probe[] = [];
  for (const { operation: reader, input, moved } of readersOf(api, refused)) {
    const probe = (label: string) => send(ctx, reader, input, label, { credentials });
    // Other clients, and other checks of this run, may change what was not made for it: there a number is compared that the
    // operation moves, where the check runs alone, or a text that no other request has.
    const [text] = textsOf(api, refused);
    const isCompared = isOwn || (moved !== undefined && needsQuiet(api, refused.operation));
    if (!isCompared) {
      if (text !== undefined) probes.push(async () => reveals(await probe('after'), text));
      continue;
    }
    const before = [await probe('before'), await probe('before, again')];
    const apart = apartIn(api, reader);
    if (before.every((exchange) => successJson(exchange) !== undefined)) {
      probes.push(async () => {
        const after = await probe('after');
        const wrong = moved === undefined ? differing(before, after, apart) : movedBy(moved, before, after);
        for (let time = 1; wrong !== null && time <= CONTROLS; time += 1) {
          const control = await probe(`after, without a request ${time}`);
          if (!sameJson([...reportedIn(control, apart)], [...reportedIn(after, apart)]))
            return inconclusive('other clients wrote to it during the check', OTHER_CLIENTS_HINT);
        }
        return wrong;
      });
    }
  }
  return probes;
}

/** Texts of the requests that no other has. */
function textsOf(api: ApiModel, { operation, input: { body } }: Pick<Refused, 'operation' | 'input'>) {
  const values = freeMembers(api, operation).map((name) => (isObject(body) ? body[name] : undefined));
  return values.filter((value) => typeof value === 'string');
}

/** Whether a text of a rejected request appears nevertheless. */
function reveals(exchange: Exchange, text: string): Judgement | null {
  const found = reportedBy(successJson(exchange)).find(([, value]) => value.includes(text));
  const expected = 'nothing from the refused requests';
  return found === undefined
    ? null
    : broken({ expected, actual: found[1], pointer: found[0], about: 'effect', exchange });
}

/** The number of further readings of something that seems changed: they show whether other clients write to it. */
const CONTROLS = 12;

/** Of a list in which something is looked for. */
const MOST_PAGES = 4;

/** Of a list that must be known as a whole. */
const ALL_PAGES = 20;

/** Judges whether something is in a list, as it should be. */
function judgeListed(
  { noun, items, operation }: PagedList,
  { pages, refusal }: Traversed,
  isIt: (item: JsonObject) => boolean,
  isThere: boolean,
): Judgement | null {
  const page = pages.find((one) => one.items.some(isIt));
  const exchange = page?.exchange ?? pages[0]?.exchange;
  if ((page !== undefined) === isThere || exchange === undefined || (isThere && refusal !== null)) return null;
  const [expected, actual] = isThere
    ? [`the ${noun} that existed before the refused requests, unchanged`, 'one is gone']
    : [`nothing from the refused requests among the ${noun}`, 'data from one of them'];
  // Somebody else may have taken it away.
  const before = isThere ? { against: operation } : {};
  return broken({ expected, actual, pointer: items, ...before, about: 'listed', exchange });
}

/** The lists that hold what an operation makes: as it declares, or since they read where it writes. */
function listsOf(api: ApiModel, { id, path }: Operation): readonly PagedList[] {
  const declared = declaredAt(api, id, 'read-back').flatMap(({ lists = [] }) => lists);
  const beside = api.operations.filter((one) => one.method === 'GET' && one.path === path);
  const ids = new Set([...declared, ...beside.map((one) => one.id)]);
  return [...ids].flatMap((one) => pagedListOf(api, one) ?? []);
}

/** Reads a list with the credentials of the rejected caller. */
function walkerOf(
  ctx: CheckContext,
  list: PagedList,
  { input, credentials }: Refused,
  most = MOST_PAGES,
): () => Promise<Traversed> {
  const listing = operationOf(ctx.suite.api, list.operation);
  return () => traverseWhole(ctx, list, sharedInput(listing, input), { most, credentials });
}

/** The item must not be listed: recognized by the text that the requests send. */
function listedByText(ctx: CheckContext, refused: Refused): readonly Probe[] {
  const { api } = ctx.suite;
  const { operation } = refused;
  const [text] = textsOf(api, refused);
  if (text === undefined) return [];
  return listsOf(api, operation).map((list): Probe => {
    const isIt = (item: JsonObject) => JSON.stringify(item).includes(text);
    const traverse = walkerOf(ctx, list, refused);
    return async () => judgeListed(list, await traverse(), isIt, false);
  });
}

/** Lists of the caller that show a new item which no unique text identifies. */
function ownLists(api: ApiModel, operation: Operation): readonly PagedList[] {
  if (operation.method === 'GET' || freeMembers(api, operation).length > 0) return [];
  return listsOf(api, operation).filter(({ operation: id }) => declaredAt(api, id, 'owned').length > 0);
}

/** No other client, this suite included, may write to these lists meanwhile, or change a number of an existing item. */
export function needsQuiet(api: ApiModel, operation: Operation): boolean {
  const moved = declaredAt(api, operation.id, 'moves').map(({ read }) => operationOf(api, read));
  // What names nothing is everybody's: each of whatever is made counts there.
  const isShared = moved.some((reader) => neededBy(reader).length === 0 || !isMakeable(api, operation));
  return isShared || ownLists(api, operation).length > 0;
}

/** No new item with the values of the requests is among the caller's. */
async function listedAnew(ctx: CheckContext, refused: Refused): Promise<readonly Probe[]> {
  const { api } = ctx.suite;
  const { operation, input } = refused;
  const { body } = input;
  const echoed = declaredAt(api, operation.id, 'echoes').flatMap(({ members }) => Object.entries(members));
  if (!isObject(body) || echoed.length === 0) return [];
  const reports = (item: JsonObject) =>
    echoed.every(([name, pointer]) => sameJson(item[pointer.split('/').at(-1) ?? ''], body[name]));
  const probes: Probe[] = [];
  for (const list of ownLists(api, operation)) {
    const traverse = walkerOf(ctx, list, refused, ALL_PAGES);
    const { pages } = await traverse();
    if (pages.length === 0 || pages.length === ALL_PAGES) continue;
    const before = new Set(pages.flatMap(({ keys }) => keys));
    const isIt = (item: JsonObject) => !before.has(keyOf(list, item)) && reports(item);
    probes.push(async () => judgeListed(list, await traverse(), isIt, false));
  }
  return probes;
}

/** What the caller names is listed by its name, or found by it: it is there, or not, as before. */
async function listedByName(ctx: CheckContext, { operation, input, credentials }: Refused): Promise<readonly Probe[]> {
  const { api } = ctx.suite;
  const makers = api.operations.filter((one) => ownNameOf(api, one) !== null);
  const maker = makers.find(({ path }) => isSamePath(operation.path, path) || isBelow(operation.path, path));
  const name = maker === undefined ? null : ownNameOf(api, maker);
  const list = api.operations.map(({ id }) => pagedListOf(api, id)).find((one) => one !== null && one.key === name);
  if (maker === undefined || name === null || list === undefined || list === null) return [];
  const isMaker = maker.id === operation.id;
  const [named = input.path[name]] = namesIn(input.body, name);
  const word = isSweeping(operation)
    ? await makeNamed(ctx, maker, { name: `${operation.id}, kept`, credentials })
    : named;
  if (word === undefined || word === null) return [];
  const listing = operationOf(api, list.operation);
  const sought = listing.parameters.filter(({ in: place, required }) => place === 'query' && required);
  const query = Object.fromEntries(sought.map((parameter) => [parameter.name, word]));
  const isIt = (item: JsonObject) => String(item[name]) === word;
  const how = { name: `is ${word} there`, most: MOST_PAGES, credentials };
  const traverse = () => traversePages(ctx, list, { ...sharedInput(listing, input), query }, how);
  const isFound = ({ pages }: Traversed) => pages.some(({ items }) => items.some(isIt));
  if (isMaker) return [async () => judgeListed(list, await traverse(), isIt, false)];
  // An item that was never found cannot disappear.
  if (!isFound(await ctx.until(traverse, isFound))) return [];
  return [
    async () => {
      const judgement = judgeListed(list, await traverse(), isIt, true);
      await takeBack(ctx, maker.id, { ...noInput, body: { [name]: word } }, credentials);
      return judgement;
    },
  ];
}

const UNMADE_HINT = 'document an operation that creates such a thing, so that the suite can create its own';

/** Nothing could be read. */
function unobservable(api: ApiModel, refused: Refused): Judgement {
  const { operation, isOwn } = refused;
  const [{ operation: reader } = {}] = isOwn ? [] : readersOf(api, refused);
  if (reader === undefined) {
    const isListed = declaredAt(api, operation.id, 'read-back').length > 0;
    const hint = isListed
      ? 'declare in the document what its response repeats: echoes'
      : 'declare in the document where its effect shows: read-back or moves';
    return inconclusive(`the document does not declare where the effect of ${operation.id} shows`, hint);
  }
  const reason = `${reader.id} shows the effect of ${operation.id}, but other clients may change it too`;
  return inconclusive(reason, isMakeable(api, operation) ? REFUSED_HINT : UNMADE_HINT);
}

/**
 * Reads before the requests that must be rejected.
 * @returns reads again, and reports the judgement.
 */
export async function unchangedBy(ctx: CheckContext, refused: Refused): Promise<() => Promise<Judgement>> {
  const { id, method } = refused.operation;
  if (method === 'GET') return async () => inconclusive(`${id} changes nothing`);
  const probes = [
    ...(await readBefore(ctx, refused)),
    ...listedByText(ctx, refused),
    ...(await listedAnew(ctx, refused)),
    ...(await listedByName(ctx, refused)),
  ];
  return async () => {
    const judged: Judgement[] = [];
    for (const probe of probes) judged.push(...[(await probe()) ?? []].flat());
    const [first] = passUnless(judged);
    return probes.length > 0 && first !== undefined ? first : unobservable(ctx.suite.api, refused);
  };
}
