/** Every record is added for the calling application, and its searches find the record (document 3, Endpoints). */
import {
  blockedBy,
  broken,
  type CheckContext,
  inconclusive,
  type Judgement,
  type OwnRule,
  orNull,
  pass,
  REFUSED_HINT,
} from '@wallet-services/conformance/core';
import { type Exchange, isSuccess, type JsonObject, objectsOf } from '@wallet-services/conformance/model';
import { type At, type MatchedRequest, type Mutation, sentIn } from '@wallet-services/conformance/mutation';
import { APP, done, ownOf, refusalOf } from '../../mutants.ts';
import {
  addRecords,
  demandHits,
  foundIds,
  idsOf,
  includesAll,
  MOST_HITS,
  type Population,
  populate,
  populationOf,
  record,
  searchUntil,
  takeBack,
  wordOf,
} from '../../searches.ts';

function itemsAs(at: At, change: (items: readonly JsonObject[]) => readonly JsonObject[]): Mutation {
  return at('createIndexes').body((body) => ({ ...body, items: change(objectsOf(body['items'])) }));
}

/** Adds records for the application of another request. @param keeps the request that determines the application. */
function addedFor(at: At, keeps: 'first' | 'last'): Mutation {
  return at('createIndexes').remembering<MatchedRequest>(async (kept, request, next) => {
    const refusal = await refusalOf(request, next);
    if (refusal !== null) return refusal;
    const { headers } = kept.value ?? request;
    if (keeps === 'last' || kept.value === undefined) kept.value = request;
    return next({ ...request, headers: { ...request.headers, ...ownOf(headers) } });
  });
}

/** A faulty server on which an added record replaces that of another application with the same id. */
function takesIds(at: At): Mutation {
  return at('createIndexes').remembering<Map<string, MatchedRequest>>(async (owners, request, next) => {
    owners.value ??= new Map();
    for (const { object_id: id } of objectsOf(sentIn(request)['items'])) {
      const owner = owners.value.get(String(id));
      const path = `${request.path}/${encodeURIComponent(String(id))}`;
      if (owner !== undefined && owner.headers[APP] !== request.headers[APP]) {
        await next({ ...owner, method: 'DELETE', path, body: '' });
      }
      owners.value.set(String(id), request);
    }
    return next(request);
  });
}

function mostHits(at: At, n: number): Mutation {
  return at('searchIndexes')
    .when(({ query }) => Number(query.get('n')) > n)
    .query({ n: String(n) });
}

/** A faulty server that discards requests that arrive while another one is processed. */
function losesAtOnce(at: At): Mutation {
  return () => {
    let busy = 0;
    return at('createIndexes').instead(async (request, next) => {
      busy += 1;
      const isFirst = busy === 1;
      await new Promise((resolve) => setTimeout(resolve, 30));
      const reply = isFirst ? await next(request) : ((await refusalOf(request, next)) ?? done());
      busy -= 1;
      return reply;
    })();
  };
}

/** Sends two requests concurrently: the records of both must be found. */
async function judgeAtOnce(ctx: CheckContext): Promise<readonly Judgement[]> {
  const keywords = wordOf(ctx.suite, 'at once');
  const records = ['one', 'other'].map((name) => record(ctx.suite, `at-once-${name}`, `The ${name} of ${keywords}.`));
  await Promise.all(records.map((one) => addRecords(ctx, [one])));
  const demand = { present: idsOf(records), why: 'hits for the records of two concurrent requests' };
  const judgements = await demandHits(ctx, { keywords }, demand);
  await takeBack(ctx, records);
  return judgements;
}

/**
 * Another application adds a record with an id of the caller, if the server allows it: the caller's record must be
 * kept.
 */
async function judgeShared(ctx: CheckContext, [own, other]: readonly Population[]): Promise<readonly Judgement[]> {
  const [mine] = own?.records ?? [];
  if (own === undefined || mine === undefined || other === undefined) return [];
  const theirs = { ...mine, data: `What else ${wordOf(ctx.suite, 'shared id')} names.` };
  if ((await orNull(addRecords(ctx, [theirs], { credentials: 'other' }))) === null) return [];
  const why = 'a hit for the record of this application, although another one added a record with the same id';
  return demandHits(ctx, { keywords: own.word, n: MOST_HITS }, { present: [mine.object_id], why });
}

/** Searches for all records that one application added. */
async function searchedFor(ctx: CheckContext, { credentials, word, records }: Population) {
  const ids = idsOf(records);
  const isWhole = (found: readonly string[]) => found.length >= MOST_HITS || includesAll(ids)(found);
  const exchange = await searchUntil(ctx, { keywords: word, credentials, n: MOST_HITS }, isWhole, 'its own');
  return { exchange, found: foundIds(exchange), ids, isWhole };
}

/**
 * The number of times that missing records are added again: another run may empty the index of the second application.
 */
const MORE_TRIES = 3;

async function searchedSteadily(ctx: CheckContext, population: Population) {
  const first = await searchedFor(ctx, population);
  let last = first;
  for (let times = 1; times <= MORE_TRIES && isSuccess(last.exchange) && !last.isWhole(last.found); times += 1) {
    const anew = await populationOf(ctx, population.credentials, `anew-${times}`);
    last = await searchedFor(ctx, anew);
    if (anew.credentials === 'given') await takeBack(ctx, anew.records);
  }
  return last.isWhole(last.found) ? last : first;
}

/**
 * How keywords are matched is open, so that a search for one word may have no hits; but a search for the whole text of
 * a record that has no hits within the patience of the target does not serve its purpose.
 */
async function judgeNeverFound(ctx: CheckContext, searched: readonly { readonly exchange: Exchange }[]) {
  const failed = searched.find(({ exchange }) => !isSuccess(exchange));
  if (failed !== undefined) return blockedBy(failed.exchange);
  const [own] = await populate(ctx);
  const [first] = own?.records ?? [];
  if (own === undefined || first === undefined) return inconclusive('the suite could not add a record', REFUSED_HINT);
  const whole = { keywords: first.data, credentials: own.credentials };
  const exchange = await searchUntil(ctx, whole, (ids) => ids.length > 0, 'its whole text');
  if (!isSuccess(exchange)) return blockedBy(exchange);
  if (foundIds(exchange).length > 0)
    return inconclusive('the search finds records by their whole text, but not by one word', ONE_WORD_HINT);
  const expected = `a hit for record ${first.object_id}, whose text is: ${first.data}`;
  return broken({ expected, actual: '0 hits', pointer: '/data', about: 'never', exchange });
}

const ONE_WORD_HINT =
  'let the index of this server take words that are in no dictionary, or add the rule to allow_inconclusive';

export default {
  id: 'assistant.createIndexes.for-caller',
  async check(ctx, report) {
    const searched = [];
    for (const population of await populate(ctx)) {
      report(...population.refusals);
      if (population.refusals.length === 0) searched.push(await searchedSteadily(ctx, population));
    }
    const isFinding = searched.some(({ found }) => found.length > 0);
    if (isFinding) report(...(await judgeAtOnce(ctx)));
    if (!isFinding) return report(await judgeNeverFound(ctx, searched));
    for (const { exchange, found, ids, isWhole } of searched) {
      const missing = ids.filter((id) => !found.includes(id));
      const expected = `hits for the ${ids.length} records that this application added, up to ${MOST_HITS}`;
      const actual = `${found.length} hits, none for ${missing.slice(0, 3).join(', ')}`;
      report(isWhole(found) ? pass : broken({ expected, actual, pointer: '/data', about: 'added', exchange }));
    }
    if (searched.every(({ found, isWhole }) => isWhole(found)))
      report(...(await judgeShared(ctx, await populate(ctx))));
  },
  mutants: (at) => ({
    'a search never finds anything': at('searchIndexes').items.all(() => []),
    'records are always added for the first application': addedFor(at, 'first'),
    'records are added for the application that called before': addedFor(at, 'last'),
    'an id belongs to the application that used it last': takesIds(at),
    'of two requests at once one adds nothing': losesAtOnce(at),
    'only the first record of a request is added': itemsAs(at, (all) => all.slice(0, 1)),
    'the last record of a request is lost': itemsAs(at, (all) => (all.length > 1 ? all.slice(0, -1) : all)),
    'a request with one record adds nothing': at('createIndexes')
      .when(({ body }) => body.split('"object_id"').length === 2)
      .instead(async (request, next) => (await refusalOf(request, next)) ?? done()),
    'an n above 16 is brought down to 16': mostHits(at, 16),
    'a search gives 100 hits at most': mostHits(at, 100),
  }),
} satisfies OwnRule;
