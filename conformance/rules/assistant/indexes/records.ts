/** Records are added for the application that calls, and deleted one by one, whatever their ids are. */
import { type CredentialUse, type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { excerpt } from '../../../model/json.ts';
import { blockedBy, broken, inconclusive, pass, passUnless } from '../../judgement.ts';
import type { Judgement, Scene } from '../../rule.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import { dataOf } from '../../shared/data.ts';
import { deleteCall, type IndexRecord } from '../calls.ts';
import type { Asks } from '../dialogue.ts';
import {
  addRecords,
  foundIds,
  hasOtherApplication,
  includesAll,
  madeUpWord,
  type Patience,
  patienceOf,
  record,
  recordId,
  searchUntil,
  takeBack,
} from '../records.ts';

/** `data` of an answer that tells nothing but that it was done. */
export function withoutMembers(exchange: Exchange): Judgement {
  const data = dataOf(exchange);
  if (!isSuccess(exchange) || data === undefined) return blockedBy(exchange);
  const isEmpty = typeof data === 'object' && data !== null && Object.keys(data).length === 0 && !Array.isArray(data);
  if (isEmpty) return pass;
  return broken({ expected: 'an object without members', actual: excerpt(data), pointer: '/data', exchange });
}

function listOf(ids: readonly string[]): string {
  return ids.length === 0 ? 'none' : ids.join(', ');
}

/** What a search must find, and must not. */
interface Demand {
  readonly present: readonly string[];
  readonly absent?: readonly string[];
}

/** Searches until the demand is met, as long as patience lasts, and judges the last answer. */
export function* demandHits(
  scene: Scene,
  patience: Patience,
  searching: { readonly label: string; readonly keywords: string; readonly credentials?: CredentialUse },
  { present, absent = [] }: Demand,
  why: string,
): Asks<readonly Judgement[]> {
  const holds = (ids: readonly string[]) => includesAll(present)(ids) && !absent.some((id) => ids.includes(id));
  const exchange = yield* searchUntil(scene, patience, { n: 100, ...searching }, holds);
  if (!isSuccess(exchange)) return [blockedBy(exchange)];
  const found = foundIds(exchange);
  const missing = present.filter((id) => !found.includes(id));
  const left = absent.filter((id) => found.includes(id));
  const told = (expected: string, actual: string, about: string) =>
    broken({ expected: `${expected}: ${why}`, actual, pointer: '/data', about, exchange });
  return passUnless([
    ...(missing.length === 0 ? [] : [told(`hits for ${listOf(present)}`, `no hit for ${listOf(missing)}`, 'missing')]),
    ...(left.length === 0 ? [] : [told(`no hit for ${listOf(absent)}`, `hits for ${listOf(left)}`, 'left')]),
  ]);
}

function named(scene: Scene, rule: string, word: string, names: readonly string[]): readonly IndexRecord[] {
  return names.map((name) => record(recordId(scene, rule, name), `The ${name} one of ${word}.`));
}

const idsOf = (records: readonly IndexRecord[]) => records.map(({ object_id: id }) => id);

/** Three in one request, and one more: each is found by the application that added it. */
export const createForCaller = conversationRule('assistant.indexes.create-for-caller', (scene) =>
  (hasOtherApplication(scene) ? (['given', 'other'] as const) : (['given'] as const)).map((credentials) => ({
    id: credentials === 'given' ? 'the caller' : 'another application',
    operation: 'createIndexes',
    *talk(_scene: Scene, say: Say) {
      const word = madeUpWord(scene, 'caller', credentials);
      const records = named(scene, `caller ${credentials}`, word, ['first', 'second', 'third', 'late']);
      const [late, ...early] = records.toReversed();
      if ((yield* addRecords(scene, say, 'add three', early.toReversed(), credentials)) === null) return;
      if (late !== undefined && (yield* addRecords(scene, say, 'add one', [late], credentials)) === null) return;
      const searching = { label: 'search', keywords: word, credentials };
      const demand = { present: idsOf(records) };
      say(...(yield* demandHits(scene, patienceOf(scene), searching, demand, 'they were added by this application')));
      yield* takeBack(scene, records, credentials);
    },
  })),
);

export const createAnswer = conversationRule('assistant.indexes.create-answer', (scene) => [
  {
    id: 'a record',
    operation: 'createIndexes',
    *talk(_scene, say) {
      const records = named(scene, 'create-answer', madeUpWord(scene, 'create-answer'), ['only', 'other']);
      const added = yield* addRecords(scene, say, 'add', records);
      if (added !== null) say(withoutMembers(added));
      yield* takeBack(scene, records);
    },
  },
]);

export const deleteAnswer = conversationRule('assistant.indexes.delete-answer', (scene) => [
  {
    id: 'a record',
    operation: 'deleteIndex',
    *talk(_scene, say) {
      const records = named(scene, 'delete-answer', madeUpWord(scene, 'delete-answer'), ['first', 'second']);
      if ((yield* addRecords(scene, say, 'add', records)) === null) return;
      for (const id of idsOf(records)) say(withoutMembers(yield deleteCall(scene, id, { label: 'delete' })));
    },
  },
]);

/** Ids of which one begins like the others; the one in the middle is deleted. */
const alike = ['1', '12', '123', '12-3', '2'];
const DELETED = '12';

export const deleteIndex = conversationRule('assistant.indexes.delete', (scene) => [
  {
    id: 'one of some',
    operation: 'deleteIndex',
    *talk(_scene, say) {
      const word = madeUpWord(scene, 'delete');
      const records = named(scene, 'delete', word, alike);
      const gone = recordId(scene, 'delete', DELETED);
      const rest = idsOf(records).filter((id) => id !== gone);
      if ((yield* addRecords(scene, say, 'add', records)) === null) return;
      const patience = patienceOf(scene);
      const search = (label: string) => ({ label, keywords: word });
      const before = yield* demandHits(
        scene,
        patience,
        search('before'),
        { present: [...rest, gone] },
        'they were added',
      );
      if (before.some(({ verdict }) => verdict !== 'pass')) {
        say(inconclusive('the records that were added are not found'));
      } else {
        const deleted = yield deleteCall(scene, gone, { label: 'delete' });
        if (!isSuccess(deleted)) say(blockedBy(deleted));
        else {
          const demand = { present: rest, absent: [gone] };
          say(...(yield* demandHits(scene, patience, search('after'), demand, `${gone} was deleted, and no other`)));
          yield* again(
            scene,
            say,
            records.filter(({ object_id: id }) => id === gone),
            word,
          );
        }
      }
      yield* takeBack(scene, records);
    },
  },
]);

/** A record that was deleted may be added anew. */
function* again(scene: Scene, say: Say, records: readonly IndexRecord[], word: string): Asks<void> {
  if ((yield* addRecords(scene, say, 'add again', records)) === null) return;
  const demand = { present: idsOf(records) };
  const searching = { label: 'after adding again', keywords: word };
  say(...(yield* demandHits(scene, patienceOf(scene), searching, demand, 'it was added again')));
}

/** Ends of ids that a path spoils easily: separators, escapes, other scripts. */
const difficult = ['a/b', 'a?b=c&d=e', 'a#b', 'a b+c', 'a%2Fb', 'näme-日本-🚀', 'a:b@c;d,e', 'v=1.0'];

export const deleteAnyId = conversationRule('assistant.indexes.delete-any-id', (scene) => [
  {
    id: 'difficult ids',
    operation: 'deleteIndex',
    *talk(_scene, say) {
      const word = madeUpWord(scene, 'any-id');
      const records = named(scene, 'any-id', word, difficult);
      const kept = named(scene, 'any-id', word, ['kept']);
      if ((yield* addRecords(scene, say, 'add', [...records, ...kept])) === null) return;
      const patience = patienceOf(scene);
      for (const id of idsOf(records)) {
        const deleted = yield deleteCall(scene, id, { label: 'delete', intent: 'open' });
        say(isSuccess(deleted) ? pass : refusedId(deleted, id));
      }
      const demand = { present: idsOf(kept), absent: idsOf(records) };
      const searching = { label: 'search', keywords: word };
      say(...(yield* demandHits(scene, patience, searching, demand, 'they were deleted')));
      yield* takeBack(scene, kept);
    },
  },
]);

function refusedId(exchange: Exchange, id: string): Judgement {
  if (exchange.outcome.kind === 'failure' || exchange.outcome.status === 429) return blockedBy(exchange);
  const expected = `the record ${id} is deleted`;
  return broken({ expected, actual: outcomeText(exchange), about: 'refused', exchange });
}
