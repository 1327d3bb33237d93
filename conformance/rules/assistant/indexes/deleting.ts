/** A record that was deleted is found no more, whatever its id is; the others still are (document 3, Endpoints). */
import { type At, together } from '../../../fault/at.ts';
import type { FaultMaker } from '../../../fault/fault.ts';
import { isSuccess, outcomeText } from '../../../model/exchange.ts';
import { blockedBy, broken, orNull, pass, stop, unsupported } from '../../judgement.ts';
import type { OwnRule } from '../../own.ts';
import type { Scene } from '../../rule.ts';
import { done } from '../faults.ts';
import { addRecords, deleteRecord, demandHits, idsOf, record, takeBack, withIndexed, wordOf } from '../searches.ts';

const recordsNamed = (scene: Scene, topic: string, word: string, names: readonly string[]) =>
  names.map((name) => record(scene, `${topic}-${name}`, `The ${name} one of ${word}.`));

/** Changes what searches find once records were deleted. */
function afterwards(at: At, isLeft: (id: string, deleted: readonly string[], index: number) => boolean): FaultMaker {
  return () => {
    const deleted: string[] = [];
    const noted = at('deleteIndex').request((asked) => {
      deleted.push(asked.inputs['object_id'] ?? '');
      return asked;
    });
    const left = at('searchIndexes').items.all((all) =>
      all.filter(({ object_id: id }, index) => isLeft(String(id), deleted, index)),
    );
    return together(noted, left)();
  };
}

const isGone: OwnRule = {
  id: 'assistant.deleteIndex.deleted',
  async check(talk, say) {
    const keywords = wordOf(talk.scene, 'delete');
    // Ids of which one begins like the others; the one in the middle is deleted.
    const records = recordsNamed(talk.scene, 'delete', keywords, ['1', '12', '123', '12-3', '2']);
    const middle = records.slice(1, 2);
    const [id = ''] = idsOf(middle);
    const demand = async (present: readonly string[], absent: readonly string[], why: string) =>
      say(...(await demandHits(talk, { keywords }, { present, absent, why })));
    await withIndexed(talk, records, keywords, async () => {
      const deleted = await deleteRecord(talk, id);
      if (!isSuccess(deleted)) stop(blockedBy(deleted));
      const rest = idsOf(records).filter((other) => other !== id);
      await demand(rest, [id], `hits for all records but ${id}, which was deleted`);
      // A record that was deleted may be added anew.
      await addRecords(talk, middle);
      await demand([id], [], 'a hit for the record that was added again');
    });
  },
  faults: (at) => ({
    'a deleted record is still found': at('deleteIndex').instead(() => done()),
    'a delete removes every record whose id begins so': afterwards(
      at,
      (id, deleted) => !deleted.some((gone) => id.startsWith(gone)),
    ),
    'a delete removes everything': afterwards(at, (_, deleted) => deleted.length === 0),
    'a delete removes the first record as well': afterwards(at, (_, { length }, index) => length === 0 || index > 0),
    'a deleted id can never be used again': afterwards(at, (id, deleted) => !deleted.includes(id)),
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
    if (records.length === 0) return say(unsupported('records are refused whose ids are not plain'));
    await addRecords(talk, kept);
    for (const id of idsOf(records)) {
      const exchange = await deleteRecord(talk, id);
      const { outcome } = exchange;
      if (isSuccess(exchange)) say(pass);
      else if (outcome.kind === 'failure' || outcome.status === 429) say(blockedBy(exchange));
      else {
        const expected = `the record ${id} is deleted`;
        say(broken({ expected, actual: outcomeText(exchange), about: 'refused', exchange }));
      }
    }
    const why = 'a hit for the one record that was not deleted';
    say(...(await demandHits(talk, { keywords }, { present: idsOf(kept), absent: idsOf(records), why })));
    await takeBack(talk, kept);
  },
  faults: (at) => {
    const lost = (pattern: RegExp) =>
      at('deleteIndex').refused(({ inputs }) => pattern.test(inputs['object_id'] ?? ''), 404);
    const misread = (what: RegExp, as: string) =>
      at('deleteIndex').request((asked) => ({ ...asked, path: asked.path.replaceAll(what, as) }));
    return {
      'a slash ends the id of a record': lost(/\//),
      'a question mark ends the id of a record': lost(/\?/),
      'letters of other scripts are not found': lost(/[^ -~]/),
      'the id of a record is decoded twice': misread(/%25(?=2F)/gi, '%'),
      'a plus in the id of a record is read as a space': misread(/%2B/gi, '%20'),
      'deleting a record with an unusual id does nothing': at('deleteIndex').instead((asked, next) =>
        asked.path.includes('%') ? done() : next(asked),
      ),
    };
  },
};

export default [isGone, anyId];
