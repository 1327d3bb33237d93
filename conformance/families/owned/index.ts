/** Lists of the caller's own items: `owned`. */

import { isAnswerOf } from '../../core/answers.ts';
import type { CheckContext, SuiteContext } from '../../core/context.ts';
import { aspectOf, type Family } from '../../core/family.ts';
import { broken, CREDENTIALS_HINT, inconclusive, type Judgement, pass, warn } from '../../core/judgement.ts';
import { type PagedList, pagedListOf, pageOf } from '../../discovery/pages.ts';
import { sharedInput } from '../../discovery/paths.ts';
import { send } from '../../discovery/send.ts';
import type { Sequence } from '../../discovery/sequence.ts';
import { type Problem, settled } from '../../discovery/settled.ts';
import { type Subject, type Traversals, traversalsOf, traverseAgain, wholeOf } from '../../discovery/traversal.ts';
import type { CallOptions } from '../../model/call.ts';
import { type Operation, operationOf } from '../../model/document/api.ts';
import type { CredentialUse } from '../../model/exchange.ts';
import { excerpt, isObject } from '../../model/values/json.ts';
import { within } from '../../model/values/pointer.ts';
import { unread } from '../undecided.ts';
import { judgeWhole } from '../whole.ts';
import type { Owned } from './declared.ts';
import { followOwned } from './follow.ts';
import { ownedMutants } from './mutants.ts';

type Whose = Extract<CredentialUse, 'given' | 'other'>;

/** A reading of a user's list. */
interface Sighting {
  readonly user: Whose;
  readonly sequence: Sequence;
}

/**
 * The number of times that an item must switch between the lists of the two users. An item that changes its owner
 * switches once, and not back and forth.
 */
const SWITCHES = 3;

/** Rounds in which both lists are read. */
const MOST_ROUNDS = 4;

/** The number of times that a key switched from one user's list to the other's. */
function switchesOf(key: string, sightings: readonly Sighting[]): number {
  const users = sightings.filter(({ sequence }) => sequence.places.has(key)).map(({ user }) => user);
  return users.filter((user, index) => index > 0 && user !== users[index - 1]).length;
}

/** The items that were seen in both lists. */
function sharedKeys(sightings: readonly Sighting[]): readonly string[] {
  const keys = new Set(sightings.flatMap(({ sequence }) => sequence.keys));
  return [...keys].filter((key) => switchesOf(key, sightings) > 0);
}

function foreignItem(list: PagedList, key: string, sightings: readonly Sighting[]): Judgement {
  const seen = sightings.filter(({ sequence }) => sequence.places.has(key));
  const page = seen.flatMap(({ sequence }) => sequence.pages).findLast(({ keys }) => keys.includes(key));
  const expected = `none of the ${list.noun} that belong to another user`;
  const pointer = within(list.items, page?.keys.indexOf(key) ?? 0);
  return broken({ expected, actual: key, pointer, about: 'foreign items', ...(page && { exchange: page.exchange }) });
}

function nothing({ operation, noun }: PagedList): Judgement {
  const hint = `use users in the target file for whom ${operation} lists something`;
  return inconclusive(`neither user has ${noun}`, hint);
}

/** What a traversal shows beyond one page with the whole list. */
function beyond(list: PagedList, { pages }: Sequence, whole: Sequence): readonly Problem[] {
  if (whole.pages.length !== 1 || !whole.ended || whole.keys.length === 0) return [];
  const page = pages.find(({ keys }) => keys.some((key) => !whole.places.has(key)));
  const key = page?.keys.find((one) => !whole.places.has(one));
  if (page === undefined || key === undefined) return [];
  const pointer = within(list.items, page.keys.indexOf(key));
  const expected = `only ${list.noun} that one page with the whole list shows too`;
  const breach = { expected, actual: key, pointer, about: 'foreign items', exchange: page.exchange };
  return [{ aspect: 'own-only', id: key, breach }];
}

/** Traversals that certainly show more than the whole list. */
async function findBeyond(ctx: CheckContext, mine: Traversals): Promise<readonly Judgement[]> {
  const { list, whole, others } = mine;
  for (const { traverse, traversed } of others) {
    const { problems } = await settled({
      traversed,
      whole,
      again: () => traverseAgain(ctx, mine, traverse),
      wholeAgain: () => wholeOf(ctx, mine),
      problemsOf: (one, beside) => beyond(list, one, beside),
    });
    if (problems.length > 0) return problems.map(({ breach }) => broken(breach));
  }
  return [];
}

/** The traversals of one user and the list of the other; traversals that showed items of the other are repeated. */
async function compare(ctx: CheckContext, mine: Traversals, theirs: Subject): Promise<readonly Judgement[]> {
  const user = (subject: Subject): Whose => (subject.credentials === 'other' ? 'other' : 'given');
  const seen = (subject: Subject, sequence: Sequence): Sighting => ({ user: user(subject), sequence });
  const first = [mine.whole, ...mine.others.map(({ traversed }) => traversed)];
  const sightings = [...first.map((one) => seen(mine, one)), seen(theirs, theirs.whole)];
  const probe = async (...subjects: readonly Subject[]) => {
    const read = subjects.map(async (subject) => seen(subject, await wholeOf(ctx, subject)));
    sightings.push(...(await Promise.all(read)));
  };
  // Data that a server stores for one user must not reach the other, in any order of requests, or if both are
  // concurrent.
  await probe(mine);
  await probe(mine, theirs);
  const isShared = ({ traversed }: Traversals['others'][number]) =>
    traversed.keys.some((key) => theirs.whole.places.has(key));
  const again = mine.others.filter(isShared);
  for (let round = 1; ; round += 1) {
    const [shared] = sharedKeys(sightings);
    if (shared === undefined)
      return [sightings.every(({ sequence }) => sequence.keys.length === 0) ? nothing(mine.list) : pass];
    const certain = sharedKeys(sightings).find((key) => switchesOf(key, sightings) >= SWITCHES);
    if (certain !== undefined) return [foreignItem(mine.list, certain, sightings)];
    if (round > MOST_ROUNDS)
      return [inconclusive(`${shared} moved from one user to the other`, 'run again while nothing changes its owner')];
    for (const subject of [theirs, theirs, mine, mine]) await probe(subject);
    await probe(mine, theirs);
    for (const { traverse } of again) sightings.push(seen(mine, await traverseAgain(ctx, mine, traverse)));
  }
}

/** Whether the target has the inputs of an operation. */
function canCall({ target }: SuiteContext, { security }: Operation, user: Whose): boolean {
  const credentials = user === 'given' ? target.credentials : target.otherCredentials;
  return security.some((schemes) => schemes.every((name) => credentials[name] !== undefined));
}

/** The list of the other user. */
async function theirsOf(ctx: CheckContext, mine: Traversals): Promise<Subject> {
  const credentials = mine.credentials === 'other' ? 'given' : 'other';
  const sending = { ...mine, credentials } as const;
  return { ...sending, whole: await wholeOf(ctx, sending) };
}

/**
 * A list of everyone's items, requested with credentials: it may not hold only the caller's items, as if those were
 * all.
 */
async function narrowed(
  { of }: Owned,
  ctx: CheckContext,
  { list, input, whole, credentials }: Traversals,
): Promise<readonly Judgement[]> {
  const { api, target } = ctx.suite;
  const all = of === undefined ? null : pagedListOf(api, of);
  if (all === null || !whole.ended) return [];
  const sendOnce = async (label: string, options: Partial<CallOptions>) =>
    pageOf(all, await send(ctx, all.operation, input, label, options));
  const presented = credentials === 'other' ? target.otherCredentials : target.credentials;
  const isOthers = (key: string) => !whole.places.has(key);
  for (let times = 1; times <= 2; times += 1) {
    const bare = await sendOnce(`${list.noun} of all, ${times}`, { credentials: 'none' });
    const named = await sendOnce(`${list.noun} of all, as a user, ${times}`, { presented });
    if (bare === null || named === null || !bare.keys.some(isOthers) || named.keys.some(isOthers)) return [];
    const expected = `the ${list.noun} of all users, as without a credential`;
    const breach = { expected, actual: "only the caller's", pointer: all.items, about: 'narrowed' };
    if (times === 2) return [warn({ ...breach, exchange: named.exchange })];
  }
  return [];
}

/** The items that the target names as the caller's must be listed. */
function judgeKnown({ target }: SuiteContext, { list, whole, credentials }: Traversals): readonly Judgement[] {
  const own = isObject(target.known['own']) ? target.known['own'][list.operation] : undefined;
  const [page] = whole.pages;
  if (!Array.isArray(own) || credentials !== 'given' || !whole.ended || page === undefined) return [];
  const shown = new Set(whole.keys.map((key) => key.toLowerCase()));
  const missing = own.find((key) => !shown.has(String(key).toLowerCase()));
  if (missing === undefined) return [];
  const expected = `all of the caller's ${list.noun} that the target file lists in known.own`;
  const { exchange } = page;
  const actual = `${String(missing)} is missing`;
  return [broken({ expected, actual, pointer: list.items, about: 'missing', exchange })];
}

/** The items that are the caller's in the list of all items must be listed. */
async function complete({ of, member }: Owned, ctx: CheckContext, mine: Traversals): Promise<readonly Judgement[]> {
  const wider = of === undefined ? null : pagedListOf(ctx.suite.api, of);
  const owner = member === undefined ? undefined : mine.whole.pages[0]?.items[0]?.[member];
  if (wider === null || member === undefined || owner === undefined) return [];
  const wide = { ...mine, list: wider, input: sharedInput(operationOf(ctx.suite.api, wider.operation), mine.input) };
  const judgement = await judgeWhole(ctx, { own: mine, wide, isOf: (item) => item[member] === owner });
  return judgement?.verdict === 'broken' ? [judgement] : [];
}

const OTHER = 'set sign_in.keystores.other or other_credentials in the target file to a second user';

export default {
  name: 'owned',
  watch(declared, exchange, { api }, report) {
    const { member, operation } = declared;
    const list = member === undefined || !isAnswerOf(exchange, operation) ? null : pagedListOf(api, operation);
    const page = list === null ? null : pageOf(list, exchange);
    if (list === null || page === null || member === undefined) return;
    const [owner] = page.items.map((item) => item[member]);
    const index = page.items.findIndex((item) => item[member] !== owner);
    if (index < 0) return;
    const expected = `${excerpt(owner)}, the owner of the other ${list.noun}`;
    const pointer = within(within(list.items, index), member);
    const actual = excerpt(page.items[index]?.[member]);
    report(aspectOf(declared), broken({ expected, actual, pointer, about: 'owner', exchange }));
  },
  async check(declared, ctx, report) {
    const { operation: id } = declared;
    const { suite } = ctx;
    // Whether only the owner can read an item is a matter of access.
    if (pagedListOf(suite.api, id) === null) return;
    const operation = operationOf(suite.api, id);
    const reportOne = (...judgements: readonly Judgement[]) => report(aspectOf(declared), ...judgements);
    if (!canCall(suite, operation, 'given'))
      return reportOne(inconclusive(`${id} requires credentials`, CREDENTIALS_HINT));
    const mine = await traversalsOf(ctx, id);
    if ('refusal' in mine) return reportOne(unread(id, mine));
    reportOne(...judgeKnown(suite, mine), ...(await findBeyond(ctx, mine)), ...(await narrowed(declared, ctx, mine)));
    reportOne(...(await complete(declared, ctx, mine)));
    if (!canCall(suite, operation, 'other'))
      return reportOne(inconclusive('the suite has no second user to compare with', OTHER));
    const theirs = await theirsOf(ctx, mine);
    if (theirs.whole.pages.length === 0) return reportOne(unread(id, theirs.whole));
    reportOne(...(await compare(ctx, mine, theirs)));
  },
  follow: followOwned,
  mutants: ownedMutants,
} satisfies Family<Owned>;
