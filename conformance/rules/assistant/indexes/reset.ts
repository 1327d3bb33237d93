/**
 * A reset removes every record of the application that calls, and none of another. It is asked for the second
 * application of the target, alone, and what is seen of its records before is put back.
 */
import { isSuccess } from '../../../model/exchange.ts';
import { blockedBy, inconclusive } from '../../judgement.ts';
import type { Scene } from '../../rule.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import type { Asks } from '../dialogue.ts';
import {
  addRecords,
  hasOtherApplication,
  madeUpWord,
  OTHER_HINT,
  patienceOf,
  record,
  recordId,
  takeBack,
} from '../records.ts';
import { demandHits, withoutMembers } from './records.ts';
import { putBack, resetOther } from './reset-other.ts';

/** More than a page, and added in two requests. */
const SIZE = 12;

function* askForReset(scene: Scene, say: Say): Asks<void> {
  if (!hasOtherApplication(scene)) return say(inconclusive('no second application is known', OTHER_HINT));
  const word = madeUpWord(scene, 'reset');
  const group = (name: string) =>
    Array.from({ length: SIZE }, (_, index) =>
      record(recordId(scene, 'reset', name, String(index)), `All of ${word}.`),
    );
  const [first, second] = [group('first'), group('second')];
  if ((yield* addRecords(scene, say, 'add', first, 'other')) === null) return;
  if ((yield* addRecords(scene, say, 'add more', second, 'other')) === null) return;
  const ids = [...first, ...second].map(({ object_id: id }) => id);
  const patience = patienceOf(scene);
  const search = (label: string) => ({ label, keywords: word, credentials: 'other' as const });
  const before = yield* demandHits(scene, patience, search('before'), { present: ids }, 'they were added');
  const isReady = before.every(({ verdict }) => verdict === 'pass');
  if (!isReady) say(inconclusive('the records that were added are not found'));
  const { reset, kept } = yield* resetOther(scene);
  if (!isSuccess(reset)) say(blockedBy(reset));
  else if (isReady) {
    const demand = { present: [], absent: ids };
    say(...(yield* demandHits(scene, patience, search('after'), demand, 'the application was reset')));
    yield* fillAgain(scene, say, word);
  }
  yield* putBack(scene, kept);
}

/** An empty index is filled like any other. */
function* fillAgain(scene: Scene, say: Say, word: string): Asks<void> {
  const records = [record(recordId(scene, 'reset', 'again'), `Once more ${word}.`)];
  if ((yield* addRecords(scene, say, 'add again', records, 'other')) === null) return;
  const present = records.map(({ object_id: id }) => id);
  const searching = { label: 'again', keywords: word, credentials: 'other' as const };
  say(...(yield* demandHits(scene, patienceOf(scene), searching, { present }, 'it was added after the reset')));
  yield* takeBack(scene, records, 'other');
}

export const resetAll = conversationRule('assistant.indexes.reset-all', () => [
  { id: 'reset', operation: 'resetIndexes', alone: true, talk: askForReset },
]);

/** The caller's records, before and after another application is reset. */
function* askForOwn(scene: Scene, say: Say): Asks<void> {
  if (!hasOtherApplication(scene)) return say(inconclusive('no second application is known', OTHER_HINT));
  const word = madeUpWord(scene, 'reset-own');
  const records = ['first', 'second', 'third'].map((name) =>
    record(recordId(scene, 'reset-own', name), `The ${name} of ${word}.`),
  );
  const ids = records.map(({ object_id: id }) => id);
  if ((yield* addRecords(scene, say, 'add', records)) === null) return;
  const search = (label: string) => ({ label, keywords: word });
  const before = yield* demandHits(scene, patienceOf(scene), search('before'), { present: ids }, 'they were added');
  if (before.some(({ verdict }) => verdict !== 'pass')) {
    say(inconclusive('the records that were added are not found'));
  } else {
    const { reset, kept } = yield* resetOther(scene);
    const why = 'only another application was reset';
    // What is gone stays gone: no patience is needed.
    if (!isSuccess(reset)) say(blockedBy(reset));
    else say(...(yield* demandHits(scene, { left: 0 }, search('after'), { present: ids }, why)));
    yield* putBack(scene, kept);
  }
  yield* takeBack(scene, records);
}

export const resetOnlyOwn = conversationRule('assistant.indexes.reset-only-own', () => [
  { id: 'reset', operation: 'resetIndexes', alone: true, talk: askForOwn },
]);

export const resetAnswer = conversationRule('assistant.indexes.reset-answer', () => [
  {
    id: 'reset',
    operation: 'resetIndexes',
    alone: true,
    *talk(scene, say) {
      if (!hasOtherApplication(scene)) return say(inconclusive('no second application is known', OTHER_HINT));
      const { reset, kept } = yield* resetOther(scene);
      say(isSuccess(reset) ? withoutMembers(reset) : blockedBy(reset));
      yield* putBack(scene, kept);
    },
  },
]);
