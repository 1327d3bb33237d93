/** A record that was deleted is found no more, whatever its id is; the others still are (document 3, Endpoints). */
import {
  blockedBy,
  broken,
  inconclusive,
  type Judgement,
  type OwnRule,
  orNull,
  pass,
  type Scene,
  stop,
  unsupported,
} from '@wallet-services/conformance/core';
import { isSuccess, objectsOf, outcomeText, valueAt } from '@wallet-services/conformance/model';
import {
  type Asked,
  type At,
  bodyOf,
  type FaultMaker,
  successOf,
  together,
} from '@wallet-services/conformance/mutation';
import { APP, done, ownOf, refusalOf } from '../../mutants.ts';
import {
  addRecords,
  deleteRecord,
  demandHits,
  hasOtherApplication,
  idsOf,
  record,
  takeBack,
  withIndexed,
  wordOf,
} from '../../searches.ts';

const recordsNamed = (scene: Scene, topic: string, word: string, names: readonly string[]) =>
  names.map((name) => record(scene, `${topic}-${name}`, `The ${name} one of ${word}.`));

/** A hit, by its id and its text. */
type Hit = Readonly<Record<'id' | 'data', string>>;

/** Changes what searches find once records were deleted. */
function afterwards(at: At, isLeft: (hit: Hit, deleted: readonly string[], index: number) => boolean): FaultMaker {
  return () => {
    const deleted: string[] = [];
    const noted = at('deleteIndex').noting(({ inputs }) => void deleted.push(inputs['object_id'] ?? ''));
    const left = at('searchIndexes').items.all((all) =>
      all.filter(({ object_id: id, data }, index) => isLeft({ id: String(id), data: String(data) }, deleted, index)),
    );
    return together(noted, left)();
  };
}

/** What a delete may take for the id of a record, beside the one that has it. */
const alike: Readonly<Record<string, (hit: Hit, gone: string) => boolean>> = {
  'whose id begins so': ({ id }, gone) => id.startsWith(gone),
  'whose id ends so': ({ id }, gone) => id.endsWith(gone),
  'whose id has other capitals': ({ id }, gone) => id.toLowerCase() === gone.toLowerCase(),
  'whose id has any letter where that has an underscore': ({ id }, gone) =>
    id.length === gone.length && [...gone].every((letter, place) => letter === '_' || letter === id[place]),
  'whose text is the same': ({ data }, gone) => gone.includes('1_2') && data.startsWith('The 1_2 one'),
  'whose text has the id': ({ id, data }, gone) => id === gone || data.includes(gone),
};

/** A delete removes what any application has added under the id. */
function deletesOthers(at: At): FaultMaker {
  return () => {
    const apps = new Map<string | undefined, Asked['headers']>();
    const nameIn = (headers: Asked['headers']) => headers[APP]?.toLowerCase();
    const noted = at('createIndexes').noting(({ headers }) => void apps.set(nameIn(headers), headers));
    const deletes = at('deleteIndex').instead(async (asked, next) => {
      const reply = await next(asked);
      apps.delete(nameIn(asked.headers));
      for (const headers of successOf(reply) === undefined ? [] : apps.values()) {
        await next({ ...asked, headers: { ...asked.headers, ...ownOf(headers) } });
      }
      return reply;
    });
    return together(noted, deletes)();
  };
}

/** A delete removes every record that is there. */
function deletesAll(at: At): FaultMaker {
  return () => {
    const [there, gone] = [new Set<string>(), new Set<string>()];
    const added = at('createIndexes').noting((asked) => {
      for (const { object_id: id } of objectsOf(valueAt(bodyOf(asked), '/items'))) {
        there.add(String(id));
        gone.delete(String(id));
      }
    });
    const deleted = at('deleteIndex').instead(async (asked, next) => {
      const reply = await next(asked);
      for (const id of successOf(reply) === undefined ? [] : there) gone.add(id);
      return reply;
    });
    const left = at('searchIndexes').items.all((all) => all.filter(({ object_id: id }) => !gone.has(String(id))));
    return together(added, deleted, left)();
  };
}

const isBroken = ({ verdict }: Judgement) => verdict === 'broken';

const isGone: OwnRule = {
  id: 'assistant.deleteIndex.deleted',
  // What others delete meanwhile would be nobody's fault.
  alone: true,
  async check(talk, say) {
    const keywords = wordOf(talk.scene, 'delete');
    // Ids that are like the one which is deleted, and a text that has it.
    const middle = recordsNamed(talk.scene, 'delete', keywords, ['1_2']);
    const [id = ''] = idsOf(middle);
    const near = recordsNamed(talk.scene, 'delete', keywords, ['1', '1_23', '1_2-3', '1x2']);
    const after = { ...record(talk.scene, 'delete-2', `After ${id} of ${keywords}.`), object_id: `after-${id}` };
    // It says the same, too.
    const capital = { ...after, ...middle[0], object_id: id.toUpperCase() };
    const records = [...near.slice(0, 2), ...middle, ...near.slice(2), after, capital];
    const demand = async (present: readonly string[], absent: readonly string[], why: string) =>
      say(...(await demandHits(talk, { keywords }, { present, absent, why })));
    await withIndexed(talk, records, keywords, async () => {
      // Another application may have the same id.
      const other = { credentials: 'other' } as const;
      const isTheirs = hasOtherApplication(talk.scene) && (await orNull(addRecords(talk, middle, other))) !== null;
      const deleted = await deleteRecord(talk, id);
      if (!isSuccess(deleted)) stop(blockedBy(deleted));
      const rest = idsOf(records).filter((other) => other !== id);
      await demand(rest, [id], `hits for all records but ${id}, which was deleted`);
      const why = `a hit for the record ${id} of another application`;
      const theirs = () => demandHits(talk, { keywords, ...other }, { present: [id], why });
      const judged = isTheirs ? await theirs() : [];
      if (judged.some(isBroken)) {
        // What is not found as its own when it is added anew was not deleted.
        await orNull(addRecords(talk, middle, other));
        const isFound = !(await theirs()).some(isBroken);
        say(...(isFound ? judged : [inconclusive('what another application adds is not found as its own')]));
      } else say(...judged);
      // A record that was deleted may be added anew.
      await addRecords(talk, middle);
      await demand([id], [], 'a hit for the record that was added again');
    });
  },
  faults: (at) => ({
    'a deleted record is still found': at('deleteIndex').instead(
      async (asked, next) => (await refusalOf(asked, next)) ?? done(),
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

/** Ends of ids that a path spoils easily: separators, escapes, other scripts. */
const difficult = ['a/b', 'a?b=c&d=e', 'a#b', 'a b+c', 'a%2Fb', 'näme-日本-🚀', 'a:b@c;d,e', 'v=1.0'];

const anyId: OwnRule = {
  id: 'assistant.deleteIndex.any-id',
  async check(talk, say) {
    const keywords = wordOf(talk.scene, 'any-id');
    const kept = recordsNamed(talk.scene, 'any-id', keywords, ['kept']);
    const records = [];
    // Which ids may be added is open.
    for (const one of recordsNamed(talk.scene, 'any-id', keywords, difficult))
      if ((await orNull(addRecords(talk, [one], { intent: 'open' }))) !== null) records.push(one);
    if (records.length === 0) return say(unsupported('the server refuses records with unusual ids'));
    await addRecords(talk, kept);
    for (const id of idsOf(records)) {
      const exchange = await deleteRecord(talk, id);
      const { outcome } = exchange;
      if (isSuccess(exchange)) say(pass);
      else if (outcome.kind === 'failure' || outcome.status === 429) say(blockedBy(exchange));
      else {
        const expected = `success of deleting the record ${id}`;
        say(broken({ expected, actual: outcomeText(exchange), about: 'refused', exchange }));
      }
    }
    const why = 'a hit for the record that was not deleted, and only for it';
    say(...(await demandHits(talk, { keywords }, { present: idsOf(kept), absent: idsOf(records), why })));
    await takeBack(talk, kept);
  },
  faults: (at) => {
    const place = at('deleteIndex');
    const lost = (pattern: RegExp) => place.refused(({ inputs }) => pattern.test(inputs['object_id'] ?? ''), 404);
    const misread = (what: RegExp, as: string) =>
      place.request((asked) => ({ ...asked, path: asked.path.replaceAll(what, as) }));
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
