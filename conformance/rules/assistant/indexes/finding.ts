/** Records are found by words of their text, as they were indexed (document 3, Search hit). */
import type { At } from '../../../fault/at.ts';
import type { FaultMaker } from '../../../fault/fault.ts';
import { type Exchange, isSuccess } from '../../../model/exchange.ts';
import { excerpt, type JsonObject, objectsOf } from '../../../model/json.ts';
import { within } from '../../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass, passUnless } from '../../judgement.ts';
import { named, type OwnRule } from '../../own.ts';
import type { Judgement, Scene } from '../../rule.ts';
import { lastAs, without } from '../faults.ts';
import {
  addRecords,
  foundIds,
  hitsOf,
  type IndexRecord,
  idsOf,
  includesAll,
  record,
  searchUntil,
  takeBack,
  wordOf,
} from '../searches.ts';

function mustFind(exchange: Exchange, id: string, keywords: string): Judgement {
  if (!isSuccess(exchange)) return blockedBy(exchange);
  const found = foundIds(exchange);
  if (found.includes(id)) return pass;
  const actual = `${found.length} hits, and that record is not one of them`;
  const expected = `the record ${id}, whose text holds: ${keywords}`;
  return broken({ expected, actual, pointer: '/data', about: 'found', exchange });
}

const isFound: OwnRule = {
  id: 'assistant.searchIndexes.finds-record',
  async check(talk, say) {
    const { scene } = talk;
    const [first, second, last] = ['first', 'second', 'last'].map((name) => wordOf(scene, 'finds', name));
    const one = record(scene, 'finds', `${first} opens at nine, says ${second}; after that ask for ${last}`);
    const id = one.object_id;
    if ((await addRecords(talk, [one], say)) === null) return;
    const searches = [
      { keywords: `${first}` },
      { keywords: `${last}` },
      { keywords: `${first} ${second}` },
      { keywords: `${second}`, n: 1 },
    ];
    for (const searching of searches) {
      const judgement = mustFind(await searchUntil(talk, searching, includesAll([id])), id, searching.keywords);
      say(judgement);
      if (judgement.verdict !== 'pass') break;
    }
    await takeBack(talk, [one]);
  },
  faults: (at) =>
    named({
      'a search finds nothing': at('searchIndexes').items.all(() => []),
      'a search looks for all keywords as one word': at('searchIndexes').query(({ query }) => ({
        keywords: query.get('keywords')?.replaceAll(' ', ''),
      })),
      'only the beginning of a text is indexed': at('createIndexes').body((body) => ({
        ...body,
        items: objectsOf(body['items']).map((item) => ({
          ...item,
          data: String(item['data']).split(' ').slice(0, 4).join(' '),
        })),
      })),
      'with n=1 a search finds nothing': at('searchIndexes').items.all((all, { query }) =>
        query.get('n') === '1' ? [] : all,
      ),
    }),
};

/** Texts that are easily spoilt. All of them hold the word. */
function difficultRecords(scene: Scene, word: string): readonly IndexRecord[] {
  const long = 'Whoever supplies an asset receives receipt tokens, which earn interest. '.repeat(20).trim();
  const properties = '{"url": "https://help.example.org/?a=1&b=<2>", "tags": ["x", null]}';
  return [
    record(scene, 'hits-With Properties', `The ${word} stands here.`, properties),
    record(scene, 'hits-without', `Also here: ${word}!`),
    record(
      scene,
      'hits-näme/日本?q=1&r=%20#x',
      `"${word}", said <b>Zoë</b> & Łukasz:\n\t100 % – 你好 🚀 \\ it's done`,
      'no JSON, just text',
    ),
    record(scene, 'hits-long', `${long} And at the end ${word}`, '{}'),
  ];
}

const members = ['object_id', 'category', 'data', 'properties'] as const;

/** Where there are no properties an empty text is none, too. */
function isSame(name: string, indexed: unknown, hit: unknown): boolean {
  return indexed === hit || (name === 'properties' && indexed === undefined && (hit === '' || hit === null));
}

function spoilt(exchange: Exchange, records: readonly IndexRecord[], word: string): readonly Judgement[] {
  return hitsOf(exchange).flatMap((hit, index) => {
    const own = records.find(({ object_id: id }) => id === hit['object_id']);
    const wanted: JsonObject = { ...(own ?? { object_id: 'the object_id of a record that was indexed' }) };
    // What else is found is open; but a hit with the word that has none of the ids has lost its own.
    if (own === undefined && !String(hit['data']).includes(word)) return [];
    return (own === undefined ? members.slice(0, 1) : members)
      .filter((name) => !isSame(name, wanted[name], hit[name]))
      .map((name) => {
        const pointer = within(within('/data', index), name);
        return broken({ expected: excerpt(wanted[name]), actual: excerpt(hit[name]), pointer, exchange });
      });
  });
}

/** A member of every hit that has it, changed. */
function memberAs(at: At, name: string, change: (text: string) => unknown): FaultMaker {
  return at('searchIndexes').items.each((hit) =>
    typeof hit[name] === 'string' ? { ...hit, [name]: change(hit[name]) } : hit,
  );
}

function rewritten(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

const asIndexed: OwnRule = {
  id: 'assistant.searchIndexes.hit-as-indexed',
  async check(talk, say) {
    const word = wordOf(talk.scene, 'hits');
    const records = difficultRecords(talk.scene, word);
    if ((await addRecords(talk, records, say)) === null) return;
    const exchange = await searchUntil(talk, { keywords: word, n: 10 }, includesAll(idsOf(records)));
    const isSeen = hitsOf(exchange).some(({ data, object_id: id }) => {
      return idsOf(records).includes(String(id)) || String(data).includes(word);
    });
    if (!isSuccess(exchange)) say(blockedBy(exchange));
    else if (!isSeen) say(inconclusive('the records that were added are not found'));
    else say(...passUnless(spoilt(exchange, records, word)));
    await takeBack(talk, records);
  },
  faults: (at) =>
    named({
      'a hit has lost its properties': at('searchIndexes').items.each((hit) => without(hit, 'properties')),
      'properties are written anew': memberAs(at, 'properties', rewritten),
      'the text of a hit is an excerpt': memberAs(at, 'data', (text) => text.slice(0, 500)),
      'the text of a hit is in small letters': memberAs(at, 'data', (text) => text.toLowerCase()),
      'the text of a hit has lost its line breaks': memberAs(at, 'data', (text) => text.replaceAll(/\s+/g, ' ')),
      'the id of a hit is encoded': memberAs(at, 'object_id', encodeURIComponent),
      'the object_id of a hit is in small letters': memberAs(at, 'object_id', (id) => id.toLowerCase()),
      'the last hit has the category of another': at('searchIndexes').items.all((all) =>
        lastAs(all, (hit) => ({ ...hit, category: 'text' })),
      ),
      'the properties of a hit are those of the one before': at('searchIndexes').items.all((all) =>
        all.map((hit, index) => ({ ...hit, properties: all[index - 1]?.['properties'] ?? '' })),
      ),
    }),
};

export default [isFound, asIndexed];
