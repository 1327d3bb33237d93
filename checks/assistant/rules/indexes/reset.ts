/**
 * A reset removes every record of the calling application, and none of another. Only the second application of the
 * target is reset, and its earlier records that could be found are restored.
 */
import {
  blockedBy,
  type CheckContext,
  inconclusive,
  type Judgement,
  type OwnRule,
  orNull,
  sendTo,
} from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import { isSuccess, type JsonObject, objectsOf } from '@wallet-services/conformance/model';
import { type At, sentIn, together } from '@wallet-services/conformance/mutation';
import { APP, done, refusalOf } from '../../mutants.ts';
import {
  addRecords,
  clearPopulation,
  demandHits,
  hasOtherApplication,
  hitsOf,
  idsOf,
  indexed,
  MOST_HITS,
  OWN,
  record,
  search,
  takeBack,
  wordOf,
} from '../../searches.ts';

const OTHER_HINT =
  'set other_credentials (AppId and AppSecret) in the target file to a second application, whose index may be emptied';

/** Words that many texts contain: their hits are restored after a reset. */
const COMMON = 'the a to of and in is de la para le der die';

/** The number of records: more than a page, added in two requests. */
const SIZE = 12;

const other = { credentials: 'other' } as const;

/** The records of the second application that the suite did not add. */
async function observedOf(ctx: CheckContext): Promise<readonly JsonObject[]> {
  const before = await search(ctx, { keywords: COMMON, n: MOST_HITS, ...other }, 'what is there', { intent: 'open' });
  return hitsOf(before)
    .filter(({ object_id: id, data }) => typeof data === 'string' && !String(id).startsWith(OWN))
    .map(({ object_id, category, data, properties }) => ({
      object_id,
      category,
      data,
      ...(typeof properties === 'string' ? { properties } : {}),
    }));
}

/** The faults after a reset: in the records of the application that was reset, and in the caller's. */
interface Reset {
  readonly all: readonly Judgement[];
  readonly own: readonly Judgement[];
}

/** The number of times that a reset is repeated when it shows a fault, or its records are not found before it. */
const MORE_TRIES = 3;

/** Resets the second application once, and reads its records and those of the caller, before and after. */
const resetOnce = once(async (ctx: CheckContext): Promise<Reset> => {
  const { suite } = ctx;
  // The last reset cleans up.
  await clearPopulation(ctx);
  if (!hasOtherApplication(suite)) {
    const none = [inconclusive('the suite has no second application', OTHER_HINT)];
    return { all: none, own: none };
  }
  const keywords = wordOf(suite, 'reset');
  const made = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => record(suite, `reset-${name}-${index}`, `Of ${keywords}.`));
  const [early, second, kept] = [made('first', SIZE), made('second', SIZE), made('own', 3)];
  // A new record, and one with an id that existed before the reset.
  const again = [...made('again', 1), ...second.slice(3, 4)];
  const gone = [...early, ...second.filter((one) => !again.includes(one))];
  const theirs = { keywords, ...other };
  const seen = await observedOf(ctx);
  const unkept: Judgement[] = [];
  await orNull(indexed(ctx, kept, { keywords }), (why) => void unkept.push(why));
  const ours = { present: idsOf(kept), why: 'hits for the records of an application that was not reset' };
  const none = { absent: idsOf(gone), why: 'no hits for the records of an application that was reset' };
  const anew = { present: idsOf(again), why: 'hits for the records that were added after the reset' };
  let isReady = false;
  const judgeReset = async (): Promise<Reset> => {
    const refusals: Judgement[] = [];
    const refused = (why: Judgement) => void refusals.push(why);
    // The records have the same order each time, since a faulty reset may leave the last one.
    for (const records of [early, second]) {
      if (isReady) await orNull(addRecords(ctx, records, other));
      else if (refusals.length === 0) await orNull(indexed(ctx, records, theirs), refused);
    }
    isReady ||= refusals.length === 0;
    const reset = await sendTo(ctx, 'resetIndexes', {}, { label: 'reset', ...other });
    if (!isSuccess(reset)) return { all: [blockedBy(reset)], own: [blockedBy(reset)] };
    // An empty index can be filled at once; a server that removes the other records later must keep this one.
    const isAdded = isReady && (await orNull(addRecords(ctx, again, other), refused)) !== null;
    const left = unkept.length === 0 ? await demandHits(ctx, { keywords }, ours) : [];
    const emptied = isReady ? await demandHits(ctx, theirs, none) : [];
    const added = isAdded ? await demandHits(ctx, theirs, anew) : [];
    return { all: [...refusals, ...emptied, ...added], own: left };
  };
  const isBroken = ({ verdict }: Judgement) => verdict === 'broken';
  let last = await judgeReset();
  const tries = [last];
  // Another run may have reset the application in between; a fault of this server recurs each time.
  while (tries.length <= MORE_TRIES && (!isReady || [...last.all, ...last.own].some(isBroken))) {
    await orNull(addRecords(ctx, kept));
    last = await judgeReset();
    tries.push(last);
  }
  const shown = (key: keyof Reset) =>
    (last[key].some(isBroken) ? tries : [last]).map((one) => one[key]).find((some) => some.some(isBroken)) ?? last[key];
  await takeBack(ctx, kept);
  if (seen.length > 0) await orNull(addRecords(ctx, seen, { ...other, intent: 'open' }));
  return { all: shown('all'), own: [...unkept, ...shown('own')] };
});

/**
 * A faulty reset: searches no longer find the records that it removes.
 *
 * @param isRemoved whether a record is removed, of the application that is reset or of another one, in the order of
 * addition.
 * @param searches the number of searches that still find everything.
 */
function resets(at: At, isRemoved: (isOwn: boolean, index: number, count: number) => boolean, searches = 0) {
  return () => {
    let left = Number.POSITIVE_INFINITY;
    let remove: (() => void) | undefined;
    const added: { readonly id: unknown; readonly app: unknown }[] = [];
    const hidden = new Set<unknown>();
    const noted = at('createIndexes').noting((request) => {
      for (const { object_id: id } of objectsOf(sentIn(request)['items'])) {
        const app = request.headers[APP];
        const before = added.findIndex((one) => one.id === id && one.app === app);
        if (before >= 0) added.splice(before, 1);
        added.push({ id, app });
        hidden.delete(id);
      }
    });
    const reset = at('resetIndexes').instead(async (request, next) => {
      const refusal = await refusalOf(request, next);
      if (refusal !== null) return refusal;
      const { headers } = request;
      remove = () => {
        for (const isOwn of [true, false]) {
          const some = added.filter(({ app }) => (app === headers[APP]) === isOwn);
          for (const [index, { id }] of some.entries()) if (isRemoved(isOwn, index, some.length)) hidden.add(id);
        }
      };
      left = searches;
      if (left === 0) remove?.();
      return done();
    });
    const found = at('searchIndexes').items.all((all) => {
      const some = all.filter(({ object_id: id }) => !hidden.has(id));
      left -= 1;
      if (left === 0) remove?.();
      return some;
    });
    return together(noted, reset, found)();
  };
}

const removesAll: OwnRule = {
  id: 'assistant.resetIndexes.all',
  alone: true,
  check: async (ctx, report) => report(...(await resetOnce(ctx)).all),
  mutants: (at) => ({
    'a reset forgets nothing': resets(at, () => false),
    'a reset leaves the last record': resets(at, (isOwn, index, count) => isOwn && index < count - 1),
    'a reset removes a page of 16 records': resets(at, (isOwn, index) => isOwn && index < 16),
    'a reset removes what was added by the first request only': resets(at, (isOwn, index) => isOwn && index < SIZE),
    'a reset removes what was added after it, too': resets(at, (isOwn) => isOwn, 2),
    'after a reset no id can be used again': () => {
      const [used, spent] = [new Set<unknown>(), new Set<unknown>()];
      const noted = at('resetIndexes').answer((json) => {
        for (const id of used) spent.add(id);
        return json;
      });
      const added = at('createIndexes').body((body) => {
        const items = objectsOf(body['items']);
        for (const { object_id: id } of items) used.add(id);
        return { ...body, items: items.filter(({ object_id: id }) => !spent.has(id)) };
      });
      return together(noted, added)();
    },
    'after a reset nothing can be added': () => {
      let isReset = false;
      const noted = at('resetIndexes').answer((json) => {
        isReset = true;
        return json;
      });
      const nothing = at('createIndexes').when(() => isReset);
      return together(
        noted,
        nothing.instead(() => done()),
      )();
    },
  }),
};

const removesOnlyOwn: OwnRule = {
  id: 'assistant.resetIndexes.only-own',
  alone: true,
  check: async (ctx, report) => report(...(await resetOnce(ctx)).own),
  mutants: (at) => ({
    'a reset forgets everything of everybody': resets(at, () => true),
    'a reset removes the latest record of other applications': resets(
      at,
      (isOwn, index, count) => isOwn || index === count - 1,
    ),
  }),
};

export default [removesAll, removesOnlyOwn];
