/** Records of the run: added, searched for, and removed. */

import {
  blockedBy,
  broken,
  type CheckContext,
  inconclusive,
  type Judgement,
  listAt,
  orNull,
  passUnless,
  type SuiteContext,
  sendTo,
  stop,
} from '@wallet-services/conformance/core';
import { freshText, once } from '@wallet-services/conformance/discovery';
import {
  type CallOptions,
  type CredentialUse,
  type Exchange,
  isSuccess,
  type JsonObject,
} from '@wallet-services/conformance/model';

/** A record in the form in which it is indexed (document 3, Index record). */
export interface IndexRecord {
  readonly object_id: string;
  readonly category: 'plain-text';
  readonly data: string;
  readonly properties?: string;
}

/** The prefix of the ids of all records that a run of the suite adds. */
export const OWN = 'check-';

/** A made-up word that occurs in no other text: only letters, so that every search treats it as one word. */
export function wordOf(suite: SuiteContext, ...names: readonly string[]): string {
  return `${freshText(suite, ...names).slice('conformance'.length)}k`;
}

/** A record of plain text that no other run has. */
export function record({ run }: SuiteContext, name: string, data: string, properties?: string): IndexRecord {
  const own = { object_id: `${OWN}${run.slice(0, 8)}-${name}`, category: 'plain-text', data } as const;
  return properties === undefined ? own : { ...own, properties };
}

export const idsOf = (records: readonly IndexRecord[]) => records.map(({ object_id: id }) => id);

/** Adds records. The maximum number in one request is open. @throws Stopped when they are rejected. */
export async function addRecords(ctx: CheckContext, items: readonly unknown[], options: Partial<CallOptions> = {}) {
  const add = (some: readonly unknown[]) => {
    const intent = some.length > 1 ? 'open' : 'valid';
    return sendTo(ctx, 'createIndexes', { body: { items: some } }, { label: `add ${some.length}`, intent, ...options });
  };
  let exchange: Exchange | undefined;
  for (const size of [items.length, 10, 1].filter((one) => one <= items.length)) {
    exchange = await add(items.slice(0, size));
    for (let from = size; isSuccess(exchange) && from < items.length; from += size) {
      exchange = await add(items.slice(from, from + size));
    }
    if (isSuccess(exchange)) return exchange;
  }
  return stop(blockedBy(exchange));
}

export function deleteRecord(ctx: CheckContext, id: string, label = 'delete'): Promise<Exchange> {
  return sendTo(ctx, 'deleteIndex', { path: { object_id: id } }, { label, intent: 'open' });
}

/** Removes records of the caller, and ignores the result. */
export async function takeBack(ctx: CheckContext, records: readonly IndexRecord[]): Promise<void> {
  for (const id of idsOf(records)) await deleteRecord(ctx, id, 'take back');
}

export interface Searching {
  readonly keywords: string;
  readonly n?: number;
  readonly credentials?: CredentialUse;
}

export function search(
  ctx: CheckContext,
  { keywords, n, credentials = 'given' }: Searching,
  label = 'search',
  options: Partial<CallOptions> = {},
): Promise<Exchange> {
  const query = { keywords, ...(n === undefined ? {} : { n: String(n) }) };
  return sendTo(ctx, 'searchIndexes', { query }, { label, credentials, ...options });
}

/** The hits of a search; none when the answer has none. */
export function hitsOf(exchange: Exchange | null): readonly JsonObject[] {
  return listAt(exchange ?? undefined, '/data') ?? [];
}

export function foundIds(exchange: Exchange | null): readonly string[] {
  return hitsOf(exchange).map(({ object_id: id }) => String(id));
}

/** Searches until the hits are as expected: the time until a new record is found is open. Returns the last answer. */
export function searchUntil(
  ctx: CheckContext,
  searching: Searching,
  holds: (ids: readonly string[]) => boolean,
  label?: string,
): Promise<Exchange> {
  return ctx.until(
    () => search(ctx, { n: 100, ...searching }, label),
    (exchange) => !isSuccess(exchange) || holds(foundIds(exchange)),
  );
}

/** Whether a search finds all of some records. */
export function includesAll(ids: readonly string[]): (found: readonly string[]) => boolean {
  return (found) => ids.every((id) => found.includes(id));
}

/** The records that a search must find, and those that it must not. */
interface Demand {
  readonly present?: readonly string[];
  readonly absent?: readonly string[];
  /** The action, and its expected effect. */
  readonly why: string;
}

/** Searches until the demand is met, within the time limit, and judges the last answer. */
export async function demandHits(ctx: CheckContext, searching: Searching, { present = [], absent = [], why }: Demand) {
  const holds = (ids: readonly string[]) => includesAll(present)(ids) && !absent.some((id) => ids.includes(id));
  const exchange = await searchUntil(ctx, searching, holds, why);
  if (!isSuccess(exchange)) return [blockedBy(exchange)];
  const found = foundIds(exchange);
  const wrong = (about: string, ids: readonly string[]) =>
    ids.length === 0
      ? []
      : [broken({ expected: why, actual: `${about} ${ids.join(', ')}`, pointer: '/data', about, exchange })];
  const missing = present.filter((id) => !found.includes(id));
  const left = absent.filter((id) => found.includes(id));
  return passUnless([...wrong('no hit for', missing), ...wrong('hits for', left)]);
}

/** Adds records, and waits until they are found. @throws Stopped when they are not. */
export async function indexed(
  ctx: CheckContext,
  records: readonly IndexRecord[],
  searching: Searching,
): Promise<Exchange> {
  const { credentials = 'given' } = searching;
  await addRecords(ctx, records, { credentials });
  const all = includesAll(idsOf(records));
  const exchange = await searchUntil(ctx, searching, all);
  if (all(foundIds(exchange))) return exchange;
  if (!isSuccess(exchange)) stop(blockedBy(exchange));
  return stop(inconclusive('the search does not find the records that were added'));
}

/** Runs a function with records of the caller that are found, and removes them. @throws Stopped when they are not. */
export async function withIndexed<Result>(
  ctx: CheckContext,
  records: readonly IndexRecord[],
  keywords: string,
  use: (found: Exchange) => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await use(await indexed(ctx, records, { keywords }));
  } finally {
    await takeBack(ctx, records);
  }
}

/** Whether the target names a second application with its secret. */
export function hasOtherApplication({ target }: SuiteContext): boolean {
  const { AppId: id, AppSecret: secret } = target.otherCredentials;
  return id !== undefined && secret !== undefined && id !== target.credentials['AppId'];
}

/** The records of one application. */
export interface Population {
  readonly credentials: 'given' | 'other';
  /** A word in the text of each, and in no other application's. */
  readonly word: string;
  readonly records: readonly IndexRecord[];
  /** Why some were rejected; empty where none was. */
  readonly refusals: readonly Judgement[];
}

/** The maximum number of hits of a search (document 3, Limits). */
export const MOST_HITS = 128;

/** The number of the caller's records: rules that need many use the other application, which is emptied at the end. */
const groups = { given: [3, 1], other: [44, 44, 42] } as const;

/** A word in the text of every record of the population. */
export const populationWord = (suite: SuiteContext) => wordOf(suite, 'stock');

/** Adds records for one application. @param name distinguishes them from others of the run. */
export async function populationOf(
  ctx: CheckContext,
  credentials: 'given' | 'other',
  name = 'stock',
): Promise<Population> {
  const { suite } = ctx;
  const word = wordOf(suite, name, credentials);
  const records: IndexRecord[] = [];
  const refusals: Judgement[] = [];
  for (const [group, count] of groups[credentials].entries()) {
    const items = Array.from({ length: count }, (_, index) =>
      record(
        suite,
        `${name}-${credentials}-${group}-${index}`,
        `Number ${index} of ${word}: about ${populationWord(suite)}.`,
      ),
    );
    records.push(...items);
    await orNull(addRecords(ctx, items, { credentials }), (why) => void refusals.push(why));
  }
  const few = Math.min(records.length, MOST_HITS);
  await searchUntil(ctx, { keywords: word, n: MOST_HITS, credentials }, ({ length }) => length >= few);
  return { credentials, word, records, refusals };
}

/** Adds records for each application of the target, once for the whole run. */
export const populate = once(async (ctx: CheckContext): Promise<readonly Population[]> => {
  const own = await populationOf(ctx, 'given');
  return hasOtherApplication(ctx.suite) ? [own, await populationOf(ctx, 'other')] : [own];
});

/** Removes the caller's part of the population, where it was added. The other application is emptied anyway. */
export async function clearPopulation(ctx: CheckContext): Promise<void> {
  const [own] = ctx.suite.found.has(populate) ? await populate(ctx) : [];
  if (own !== undefined) await takeBack(ctx, own.records);
}
