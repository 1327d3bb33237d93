/** What the server does with records and searches where the documents leave it open. */
import { type Exchange, isSuccess } from '../../../model/exchange.ts';
import type { Rule, Scene } from '../../rule.ts';
import { acceptance, notSeen, observer } from '../../shared/observe.ts';
import { type IndexRecord, indexesCall, searchCall } from '../calls.ts';
import type { Asks } from '../dialogue.ts';
import {
  foundIds,
  hitsOf,
  includesAll,
  madeUpWord,
  patienceOf,
  record,
  recordId,
  searchUntil,
  takeBack,
} from '../records.ts';

const NOTHING = notSeen('the records that were added are not found');

/** Adds records that are found by a word; null when they are not. */
function* indexed(scene: Scene, word: string, records: readonly IndexRecord[]): Asks<Exchange | null> {
  const added = yield indexesCall(scene, records, { label: 'add', intent: 'open' });
  if (!isSuccess(added)) return null;
  const all = includesAll(records.map(({ object_id: id }) => id));
  const exchange = yield* searchUntil(scene, patienceOf(scene), { label: 'search', keywords: word }, all);
  return all(foundIds(exchange)) ? exchange : null;
}

const createAgain = observer('assistant.indexes.create-again', 'createIndexes', function* (scene) {
  const [before, after] = [madeUpWord(scene, 'again', 'before'), madeUpWord(scene, 'again', 'after')];
  const id = recordId(scene, 'again');
  const first = yield* indexed(scene, before, [record(id, `First ${before}.`)]);
  if (first === null) return NOTHING;
  const second = yield indexesCall(scene, [record(id, `Then ${after}.`)], { label: 'add again', intent: 'open' });
  if (!isSuccess(second)) return acceptance(second);
  const found = includesAll([id]);
  const isNew = found(foundIds(yield* searchUntil(scene, patienceOf(scene), { label: 'new', keywords: after }, found)));
  const isOld = found(foundIds(yield searchCall(scene, before, undefined, { label: 'old', intent: 'open' })));
  yield* takeBack(scene, [{ object_id: id }]);
  if (isNew) return isOld ? 'both are found' : 'replaces the record';
  return isOld ? 'the first one stays' : 'neither is found';
});

const createPartly = observer('assistant.indexes.create-partly', 'createIndexes', function* (scene) {
  const word = madeUpWord(scene, 'partly');
  const good = record(recordId(scene, 'partly'), `A good one: ${word}.`);
  const bad = { object_id: recordId(scene, 'partly-bad'), category: 'plain-text', data: 7 };
  // Sent as it is: the second record is none.
  const items = [good, bad as unknown as IndexRecord];
  const partly = yield indexesCall(scene, items, { label: 'one bad record', intent: 'open' });
  const found = foundIds(yield searchCall(scene, word, undefined, { label: 'search', intent: 'open' }));
  const empty = yield indexesCall(scene, [], { label: 'an empty list', intent: 'open' });
  yield* takeBack(scene, [good]);
  const rest = found.includes(good.object_id) ? 'the good one is added' : 'the good one is not added';
  return `one bad record: ${acceptance(partly)}, ${rest}; an empty list: ${acceptance(empty)}`;
});

const outOfRange = observer('assistant.search.n-out-of-range', 'searchIndexes', function* (scene) {
  const told: string[] = [];
  for (const n of [0, -1, 129, 1000]) {
    const exchange = yield searchCall(scene, madeUpWord(scene, 'range'), n, { label: `n=${n}`, intent: 'open' });
    told.push(`n=${n}: ${acceptance(exchange)}`);
  }
  return told.join('; ');
});

/** Records that hold a word more or less often. */
function ranked(scene: Scene, name: string): { readonly word: string; readonly records: readonly IndexRecord[] } {
  const word = madeUpWord(scene, name);
  const texts = [
    `${word}`,
    `A long text about many other things, and at its end ${word}`,
    `${word} and ${word}, and once more ${word}`,
    `Something else, something more, ${word}, and so on`,
  ];
  return { word, records: texts.map((text, index) => record(recordId(scene, name, String(index)), text)) };
}

function scoresOf(exchange: Exchange): readonly number[] {
  return (hitsOf(exchange) ?? []).flatMap(({ score }) => (typeof score === 'number' ? [score] : []));
}

function direction(scores: readonly number[]): string {
  const steps = scores.slice(1).map((score, index) => Math.sign(score - (scores[index] ?? score)));
  if (steps.every((step) => step === 0)) return 'all scores are the same';
  if (steps.every((step) => step <= 0)) return 'by score, descending';
  return steps.every((step) => step >= 0) ? 'by score, ascending' : 'not by score';
}

const order = observer('assistant.search.order', 'searchIndexes', function* (scene) {
  const { word, records } = ranked(scene, 'order');
  const exchange = yield* indexed(scene, word, records);
  yield* takeBack(scene, records);
  return exchange === null ? NOTHING : direction(scoresOf(exchange));
});

const scoreMeaning = observer('assistant.search.score-meaning', null, function* (scene) {
  const { word, records } = ranked(scene, 'score');
  const exchange = yield* indexed(scene, word, records);
  yield* takeBack(scene, records);
  if (exchange === null) return NOTHING;
  const scores = scoresOf(exchange);
  const sign = scores.every((score) => score > 0)
    ? 'positive'
    : scores.every((score) => score < 0)
      ? 'negative'
      : 'mixed';
  return `${sign}; in the order of the hits: ${direction(scores)}`;
});

const matching = observer('assistant.search.matching', 'searchIndexes', function* (scene) {
  const [one, two] = [madeUpWord(scene, 'matching', 'one'), madeUpWord(scene, 'matching', 'two')];
  const absent = madeUpWord(scene, 'matching', 'absent');
  const records = [record(recordId(scene, 'matching'), `Here are ${one} and ${two}.`)];
  if ((yield* indexed(scene, one, records)) === null) return NOTHING;
  const tries = [
    ['in capitals', one.toUpperCase()],
    ['the beginning of a word', one.slice(0, 6)],
    ['two words', `${two} ${one}`],
    ['one word that is there and one that is not', `${one} ${absent}`],
  ] as const;
  const told: string[] = [];
  for (const [label, keywords] of tries) {
    const found = foundIds(yield searchCall(scene, keywords, undefined, { label, intent: 'open' }));
    told.push(`${label}: ${includesAll(records.map(({ object_id: id }) => id))(found) ? 'found' : 'not found'}`);
  }
  yield* takeBack(scene, records);
  return told.join('; ');
});

const createdAtType = observer('assistant.search.created-at-type', null, function* (scene) {
  const word = madeUpWord(scene, 'type');
  const records = [record(recordId(scene, 'type'), `The type of ${word}.`)];
  const exchange = yield* indexed(scene, word, records);
  yield* takeBack(scene, records);
  const [hit] = exchange === null ? [] : (hitsOf(exchange) ?? []);
  return hit === undefined ? NOTHING : `${typeof hit['created_at']} in a search hit`;
});

export const searchObservers: readonly Rule[] = [
  createAgain,
  createPartly,
  outOfRange,
  order,
  scoreMeaning,
  matching,
  createdAtType,
];
