/** Records are found by words of their text, as they were indexed. */
import { type Exchange, isSuccess } from '../../../model/exchange.ts';
import { excerpt, type JsonObject } from '../../../model/json.ts';
import { within } from '../../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass, passUnless } from '../../judgement.ts';
import type { Judgement, Scene } from '../../rule.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import { serverTimeOf } from '../../shared/data.ts';
import type { IndexRecord } from '../calls.ts';
import {
  addRecords,
  foundIds,
  hasOtherApplication,
  hitsOf,
  includesAll,
  madeUpWord,
  patienceOf,
  record,
  recordId,
  searchUntil,
  takeBack,
} from '../records.ts';

function mustFind(exchange: Exchange, id: string, keywords: string): Judgement {
  if (!isSuccess(exchange)) return blockedBy(exchange);
  if (foundIds(exchange).includes(id)) return pass;
  const actual = `${foundIds(exchange).length} hits, and that record is not one of them`;
  const expected = `the record ${id}, whose text holds: ${keywords}`;
  return broken({ expected, actual, pointer: '/data', about: 'found', exchange });
}

export const findsRecord = conversationRule('assistant.search.finds-record', (scene) =>
  (hasOtherApplication(scene) ? (['given', 'other'] as const) : (['given'] as const)).map((credentials) => ({
    id: credentials === 'given' ? 'a record' : 'a record of another application',
    operation: 'searchIndexes',
    *talk(_scene: Scene, say: Say) {
      const word = (name: string) => madeUpWord(scene, 'finds', credentials, name);
      const [first, second, last] = [word('first'), word('second'), word('last')];
      const text = `${first} opens at nine, says ${second}; after that ask for ${last}`;
      const records = [record(recordId(scene, 'finds', credentials), text)];
      const ids = records.map(({ object_id: id }) => id);
      if ((yield* addRecords(scene, say, 'add', records, credentials)) === null) return;
      const patience = patienceOf(scene);
      const searches: readonly (readonly [string, number | undefined])[] = [
        [first, undefined],
        [last, undefined],
        [`${first} ${second}`, undefined],
        [second, 1],
      ];
      for (const [keywords, n] of searches) {
        const searching = { label: `search ${n ?? ''}`, keywords, credentials, ...(n === undefined ? {} : { n }) };
        const exchange = yield* searchUntil(scene, patience, searching, includesAll(ids));
        for (const id of ids) say(mustFind(exchange, id, keywords));
      }
      yield* takeBack(scene, records, credentials);
    },
  })),
);

/** Texts that are easily spoilt. All of them hold the word. */
function difficultRecords(scene: Scene, word: string): readonly IndexRecord[] {
  const id = (name: string) => recordId(scene, 'hits', name);
  const long = 'Whoever supplies an asset receives receipt tokens, which earn interest. '.repeat(20).trim();
  return [
    record(
      id('With Properties'),
      `The ${word} stands here.`,
      '{"url": "https://help.example.org/?a=1&b=<2>", "tags": ["x", null]}',
    ),
    record(id('without'), `Also here: ${word}!`),
    record(
      id('näme/日本?q=1&r=%20#x'),
      `"${word}", said <b>Zoë</b> & Łukasz:\n\t100 % – 你好 🚀 \\ it's done`,
      'no JSON, just text',
    ),
    record(id('long'), `${long} And at the end ${word}`, '{}'),
  ];
}

const members = ['object_id', 'category', 'data', 'properties'] as const;

/** Where there are no properties an empty text is none, too. */
function isSame(name: string, indexed: unknown, hit: unknown): boolean {
  return indexed === hit || (name === 'properties' && indexed === undefined && (hit === '' || hit === null));
}

function spoilt(exchange: Exchange, records: readonly IndexRecord[], word: string): readonly Judgement[] {
  const hits = hitsOf(exchange) ?? [];
  return hits.flatMap((hit, index) => {
    const indexed = records.find(({ object_id: id }) => id === hit['object_id']);
    const wanted: JsonObject = { ...(indexed ?? {}) };
    // What else is found is open; but a hit with the word that has none of the ids has lost its own.
    if (indexed === undefined && !String(hit['data']).includes(word)) return [];
    const names = indexed === undefined ? (['object_id'] as const) : members;
    return names
      .filter((name) => indexed === undefined || !isSame(name, wanted[name], hit[name]))
      .map((name) =>
        broken({
          expected: indexed === undefined ? 'the object_id of a record that was indexed' : excerpt(wanted[name]),
          actual: excerpt(hit[name]),
          pointer: within(within('/data', index), name),
          exchange,
        }),
      );
  });
}

export const hitAsIndexed = conversationRule('assistant.search.hit-as-indexed', (scene) => [
  {
    id: 'records',
    operation: 'searchIndexes',
    *talk(_scene, say) {
      const word = madeUpWord(scene, 'hits');
      const records = difficultRecords(scene, word);
      const ids = records.map(({ object_id: id }) => id);
      if ((yield* addRecords(scene, say, 'add', records)) === null) return;
      const searching = { label: 'search', keywords: word, n: 10 };
      const exchange = yield* searchUntil(scene, patienceOf(scene), searching, includesAll(ids));
      const isFound = foundIds(exchange).some((id) => ids.includes(id));
      const isSeen = isFound || (hitsOf(exchange) ?? []).some(({ data }) => String(data).includes(word));
      if (!isSuccess(exchange)) say(blockedBy(exchange));
      else if (!isSeen) say(inconclusive('the records that were added are not found'));
      else say(...passUnless(spoilt(exchange, records, word)));
      yield* takeBack(scene, records);
    },
  },
]);

/** So far may the two clocks of one server be apart, in seconds. */
const TOLERANCE = 300;

/** Seconds since the epoch lie far below milliseconds. */
const LATEST = 1e11;

export const createdAtSeconds = conversationRule('assistant.search.created-at-seconds', (scene) => [
  {
    id: 'new records',
    operation: 'searchIndexes',
    *talk(_scene, say) {
      const word = madeUpWord(scene, 'created');
      const records = ['one', 'two'].map((name) => record(recordId(scene, 'created', name), `The time of ${word}.`));
      const added = yield* addRecords(scene, say, 'add', records);
      if (added === null) return;
      const ids = records.map(({ object_id: id }) => id);
      const searching = { label: 'search', keywords: word };
      const exchange = yield* searchUntil(scene, patienceOf(scene), searching, includesAll(ids));
      say(...secondsOf(exchange, ids, serverTimeOf(added)));
      yield* takeBack(scene, records);
    },
  },
]);

function secondsOf(exchange: Exchange, ids: readonly string[], ts: number | null): readonly Judgement[] {
  const hits = hitsOf(exchange);
  if (hits === null) return [blockedBy(exchange)];
  const own = hits.some(({ object_id: id }) => ids.includes(String(id)));
  if (!own) return [inconclusive('the records that were added are not found')];
  const now = ts === null ? null : ts / 1000;
  return passUnless(
    hits.flatMap((hit, index) => {
      const { created_at: created, object_id: id } = hit;
      const isNew = ids.includes(String(id));
      const inSeconds = typeof created === 'number' && created < LATEST;
      const inTime = now === null || !isNew || (inSeconds && Math.abs(created - now) <= TOLERANCE);
      if (inSeconds && inTime) return [];
      const expected =
        isNew && now !== null ? `about ${Math.floor(now)}, when it was added` : 'seconds since the epoch';
      const pointer = within(within('/data', index), 'created_at');
      return [broken({ expected, actual: excerpt(created), pointer, exchange })];
    }),
  );
}
