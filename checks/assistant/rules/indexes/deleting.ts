/** A search does not find a deleted record, whatever its id; it still finds the others (document 3, Endpoints). */
import {
  blockedBy,
  broken,
  inconclusive,
  type Judgement,
  type OwnRule,
  orNull,
  pass,
  type SuiteContext,
  stop,
  unsupported,
} from '@wallet-services/conformance/core';
import { isSuccess, objectsOf, outcomeText, valueAt } from '@wallet-services/conformance/model';
import {
  type At,
  bodyOf,
  type MatchedRequest,
  type Mutation,
  successOf,
  together,
} from '@wallet-services/conformance/mutation';
import { APP, done, ownOf, refusalOf } from '../../mutants.ts';
import {
  addRecords,
  deleteRecord,
  demandHits,
  hasOtherApplication,
  hitsOf,
  idsOf,
  includesAll,
  MOST_HITS,
  record,
  search,
  takeBack,
  withIndexed,
  wordOf,
} from '../../searches.ts';

const recordsNamed = (suite: SuiteContext, topic: string, word: string, names: readonly string[]) =>
  names.map((name) => record(suite, `${topic}-${name}`, `The ${name} one of ${word}.`));

/** A hit, by its id and its text. */
type Hit = Readonly<Record<'id' | 'data', string>>;

/** Changes the results of searches after records were deleted. */
function afterwards(at: At, isLeft: (hit: Hit, deleted: readonly string[], index: number) => boolean): Mutation {
  return () => {
    const deleted: string[] = [];
    const noted = at('deleteIndex').noting(({ inputs }) => void deleted.push(inputs['object_id'] ?? ''));
    const left = at('searchIndexes').items.all((all) =>
      all.filter(({ object_id: id, data }, index) => isLeft({ id: String(id), data: String(data) }, deleted, index)),
    );
    return together(noted, left)();
  };
}

/** Values that a delete may take for the id of a record, in addition to the actual one. */
const alike: Readonly<Record<string, (hit: Hit, gone: string) => boolean>> = {
  'whose id begins so': ({ id }, gone) => id.startsWith(gone),
  'whose id ends so': ({ id }, gone) => id.endsWith(gone),
  'whose id has other capitals': ({ id }, gone) => id.toLowerCase() === gone.toLowerCase(),
  'whose id has any letter where that has an underscore': ({ id }, gone) =>
    id.length === gone.length && [...gone].every((letter, place) => letter === '_' || letter === id[place]),
  'whose text is the same': ({ data }, gone) => gone.includes('1_2') && data.startsWith('The 1_2 one'),
  'whose text has the id': ({ id, data }, gone) => id === gone || data.includes(gone),
};

/** A faulty server that deletes the records of every application with the id. */
function deletesOthers(at: At): Mutation {
  return () => {
    const apps = new Map<string | undefined, MatchedRequest['headers']>();
    const nameIn = (headers: MatchedRequest['headers']) => headers[APP]?.toLowerCase();
    const noted = at('createIndexes').noting(({ headers }) => void apps.set(nameIn(headers), headers));
    const deletes = at('deleteIndex').instead(async (request, next) => {
      const reply = await next(request);
      apps.delete(nameIn(request.headers));
      for (const headers of successOf(reply) === undefined ? [] : apps.values()) {
        await next({ ...request, headers: { ...request.headers, ...ownOf(headers) } });
      }
      return reply;
    });
    return together(noted, deletes)();
  };
}

/** A faulty server that deletes every existing record. */
function deletesAll(at: At): Mutation {
  return () => {
    const [there, gone] = [new Set<string>(), new Set<string>()];
    const added = at('createIndexes').noting((request) => {
      for (const { object_id: id } of objectsOf(valueAt(bodyOf(request), '/items'))) {
        there.add(String(id));
        gone.delete(String(id));
      }
    });
    const deleted = at('deleteIndex').instead(async (request, next) => {
      const reply = await next(request);
      for (const id of successOf(reply) === undefined ? [] : there) gone.add(id);
      return reply;
    });
    const left = at('searchIndexes').items.all((all) => all.filter(({ object_id: id }) => !gone.has(String(id))));
    return together(added, deleted, left)();
  };
}

const isBroken = ({ verdict }: Judgement) => verdict === 'broken';

const APART_HINT = 'name an application in other_credentials of the target file whose records are its own';

/** The number of times that a deletion is repeated when it seems to have affected another application. */
const MORE_TRIES = 3;

const isGone: OwnRule = {
  id: 'assistant.deleteIndex.deleted',
  // Deletions by others in the meantime would not be a fault.
  alone: true,
  async check(ctx, report) {
    const keywords = wordOf(ctx.suite, 'delete');
    // Ids that are similar to the deleted one, and a text that contains it.
    const middle = recordsNamed(ctx.suite, 'delete', keywords, ['1_2']);
    const [id = ''] = idsOf(middle);
    const near = recordsNamed(ctx.suite, 'delete', keywords, ['1', '1_23', '1_2-3', '1x2']);
    const after = { ...record(ctx.suite, 'delete-2', `After ${id} of ${keywords}.`), object_id: `after-${id}` };
    // This record has the same text.
    const capital = { ...after, ...middle[0], object_id: id.toUpperCase() };
    const records = [...near.slice(0, 2), ...middle, ...near.slice(2), after, capital];
    const demand = async (present: readonly string[], absent: readonly string[], why: string) =>
      report(...(await demandHits(ctx, { keywords }, { present, absent, why })));
    await withIndexed(ctx, records, keywords, async () => {
      // Another application may have the same id.
      const other = { credentials: 'other' } as const;
      const others = middle.map((one) => ({ ...one, data: `${one.data} So does another application's.` }));
      const isTheirs = hasOtherApplication(ctx.suite) && (await orNull(addRecords(ctx, others, other))) !== null;
      const deleted = await deleteRecord(ctx, id);
      if (!isSuccess(deleted)) stop(blockedBy(deleted));
      const rest = idsOf(records).filter((other) => other !== id);
      const gone = { present: rest, absent: [id], why: `hits for all records but ${id}, which was deleted` };
      const left = await demandHits(ctx, { keywords }, gone);
      // A search may also find the records of other applications: then the remaining one is theirs.
      const hits = left.some(isBroken) && isTheirs ? hitsOf(await search(ctx, { keywords, n: MOST_HITS })) : [];
      const named = hits.filter(({ object_id: one }) => one === id);
      const isOthers = named.length > 0 && named.every(({ data }) => others.some((one) => one.data === data));
      report(...(isOthers && includesAll(rest)(hits.map(({ object_id: one }) => String(one))) ? [pass] : left));
      const why = `a hit for the record ${id} of another application`;
      const theirs = () => demandHits(ctx, { keywords, ...other }, { present: [id], why });
      const judged = isTheirs ? await theirs() : [];
      if (judged.some(isBroken)) {
        // A record that is not found even after it was added again was not lost through the deletion.
        await orNull(addRecords(ctx, others, other));
        const isFound = !(await theirs()).some(isBroken);
        // Another run may have emptied the index in between; a faulty deletion recurs each time.
        let last = judged;
        for (let times = 1; isFound && times <= MORE_TRIES && last.some(isBroken); times += 1) {
          await orNull(addRecords(ctx, middle));
          await orNull(addRecords(ctx, others, other));
          await deleteRecord(ctx, id, 'delete again');
          last = await theirs();
        }
        const apart = inconclusive('what another application adds is not found as its own', APART_HINT);
        report(...(!isFound ? [apart] : last.some(isBroken) ? judged : last));
      } else report(...judged);
      // A deleted record may be added again.
      await addRecords(ctx, middle);
      await demand([id], [], 'a hit for the record that was added again');
    });
  },
  mutants: (at) => ({
    'a deleted record is still found': at('deleteIndex').instead(
      async (request, next) => (await refusalOf(request, next)) ?? done(),
    ),
    ...Object.fromEntries(
      Object.entries(alike).map(([what, isLike]) => [
        `a delete removes every record ${what}`,
        afterwards(at, (hit, deleted) => !deleted.some((gone) => isLike(hit, gone))),
      ]),
    ),
    'a delete removes what another application has under the id': deletesOthers(at),
    'a delete removes everything': deletesAll(at),
    'a delete removes the first record as well': afterwards(at, (_, { length }, index) => length === 0 || index > 0),
    'a deleted id can never be used again': afterwards(at, ({ id }, deleted) => !deleted.includes(id)),
  }),
};

/** Ends of ids that a path easily corrupts: separators, escapes, other scripts. */
const difficult = ['a/b', 'a?b=c&d=e', 'a#b', 'a b+c', 'a%2Fb', 'näme-日本-🚀', 'a:b@c;d,e', 'v=1.0'];

const anyId: OwnRule = {
  id: 'assistant.deleteIndex.any-id',
  async check(ctx, report) {
    const keywords = wordOf(ctx.suite, 'any-id');
    const kept = recordsNamed(ctx.suite, 'any-id', keywords, ['kept']);
    const records = [];
    // The allowed ids are open.
    for (const one of recordsNamed(ctx.suite, 'any-id', keywords, difficult))
      if ((await orNull(addRecords(ctx, [one], { intent: 'open' }))) !== null) records.push(one);
    if (records.length === 0) return report(unsupported('the server refuses records with unusual ids'));
    await addRecords(ctx, kept);
    for (const id of idsOf(records)) {
      const exchange = await deleteRecord(ctx, id);
      const { outcome } = exchange;
      if (isSuccess(exchange)) report(pass);
      else if (outcome.kind === 'failure' || outcome.status === 429) report(blockedBy(exchange));
      else {
        const expected = `success of deleting the record ${id}`;
        report(broken({ expected, actual: outcomeText(exchange), about: 'refused', exchange }));
      }
    }
    const why = 'a hit for the record that was not deleted, and only for it';
    report(...(await demandHits(ctx, { keywords }, { present: idsOf(kept), absent: idsOf(records), why })));
    await takeBack(ctx, kept);
  },
  mutants: (at) => {
    const place = at('deleteIndex');
    const lost = (pattern: RegExp) => place.refused(({ inputs }) => pattern.test(inputs['object_id'] ?? ''), 404);
    const misread = (what: RegExp, as: string) =>
      place.request((request) => ({ ...request, path: request.path.replaceAll(what, as) }));
    return {
      'a slash ends the id of a record': lost(/\//),
      'a question mark ends the id of a record': lost(/\?/),
      'letters of other scripts are not found': lost(/[^ -~]/),
      'the id of a record is decoded twice': misread(/%25(?=2F)/gi, '%'),
      'a plus in the id of a record is read as a space': misread(/%2B/gi, '%20'),
      'deleting a record with an unusual id does nothing': place
        .when(({ path }) => path.includes('%'))
        .instead(() => done()),
    };
  },
};

export default [isGone, anyId];
