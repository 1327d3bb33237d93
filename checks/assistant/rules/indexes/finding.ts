/** Records are found by words of their text, in the form in which they were indexed (document 3, Search hit). */

import {
  blockedBy,
  broken,
  type CheckContext,
  inconclusive,
  type Judgement,
  type OwnRule,
  orNull,
  passUnless,
  type SuiteContext,
  serverTimeOf,
} from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import { type Exchange, excerpt, isSuccess, outcomeText, within } from '@wallet-services/conformance/model';
import { edited, editedReply, gone } from '@wallet-services/conformance/mutation';
import {
  addRecords,
  demandHits,
  hitsOf,
  type IndexRecord,
  idsOf,
  includesAll,
  record,
  search,
  searchUntil,
  takeBack,
  wordOf,
} from '../../searches.ts';

const isFound: OwnRule = {
  id: 'assistant.searchIndexes.finds-record',
  async check(ctx, report) {
    const { suite } = ctx;
    const [first = '', second, last = ''] = ['first', 'second', 'last'].map((name) => wordOf(suite, 'finds', name));
    const one = record(suite, 'finds', `${first} Zażółć opens at nine, says ${second}; after that ask for ${last}`);
    await addRecords(ctx, [one]);
    for (const [keywords, n] of [
      [first],
      [last],
      [`${first} ${second}`],
      [`${first} Zażółć`],
      [`${second}`, 1],
    ] as const) {
      const demand = { present: idsOf([one]), why: `the record that contains: ${keywords}` };
      const judgements = await demandHits(ctx, { keywords, ...(n === undefined ? {} : { n }) }, demand);
      report(...judgements);
      if (judgements.some(({ verdict }) => verdict !== 'pass')) break;
    }
    // Characters that engines read as syntax: their results are open.
    const exchange = await search(ctx, { keywords: `"${first} (it's*` }, 'quotes', { intent: 'open' });
    if (exchange.outcome.kind === 'answer' && exchange.outcome.status >= 500) {
      report(broken({ expected: 'hits or a refusal', actual: outcomeText(exchange), about: 'quotes', exchange }));
    }
    await takeBack(ctx, [one]);
  },
  mutants: (at) => ({
    'a search finds nothing': at('searchIndexes').items.all(() => []),
    'a search looks for all keywords as one word': at('searchIndexes').query(({ query }) => ({
      keywords: query.get('keywords')?.replaceAll(' ', ''),
    })),
    'only the beginning of a text is indexed': at('createIndexes').body((body) =>
      edited(body, '/items/*/data', (text) => String(text).split(' ').slice(0, 4).join(' ')),
    ),
    'a search for letters beyond ASCII finds nothing': at('searchIndexes')
      .when(({ query }) => /[^\u0020-\u007e]/.test(query.get('keywords') ?? ''))
      .set('/data', []),
    'a search for a quote ends in a server error': at('searchIndexes').refused(
      ({ query }) => query.get('keywords')?.includes('"') === true,
      500,
    ),
    'with n=1 a search finds nothing': at('searchIndexes')
      .when(({ query }) => query.get('n') === '1')
      .set('/data', []),
  }),
};

const properties = '{"url": "https://help.example.org/?a=1&b=<2>", "tags": ["x", null]}';
const long = 'Whoever supplies an asset receives receipt tokens, which earn interest. '.repeat(20).trim();

/** Plain records, and some with texts that servers often corrupt and may reject. All of them contain the word. */
function recordsWith(suite: SuiteContext, word: string): readonly IndexRecord[] {
  return [
    record(suite, 'hits-Properties', `The ${word} stands here.`, properties),
    record(suite, 'hits-without', `Also here: ${word}!`),
    record(suite, 'hits-lines', `"${word}", said <b>Zoe</b>:\n\t100 %  - done`, 'no JSON, just text'),
    record(suite, 'hits-näme/日本?q=1&r=%20#x', `Łukasz & ${word} – 你好 👩\u200d🚀 \\ it's done`, 'text'),
    record(suite, 'hits-long', `${word}: ${long} And at the end ${word}`, '{}'),
  ];
}

/** The number of pauses that take longer than a second in total. */
const PAUSES = 5;

/** Waits for a second, where the target allows as much for delayed effects. */
async function secondOf({ until }: CheckContext): Promise<void> {
  let times = 0;
  const again = async () => {
    times += 1;
    return times;
  };
  await until(again, (count) => count > PAUSES);
}

/** Hits of records that were just added, each with its record, and the creation time in an earlier search. */
const seen = once(async (ctx: CheckContext) => {
  const word = wordOf(ctx.suite, 'hits');
  const records: IndexRecord[] = [];
  const refused = new Set<unknown>();
  for (const [index, one] of recordsWith(ctx.suite, word).entries()) {
    const taken = await orNull(addRecords(ctx, [one], index > 2 ? { intent: 'open' } : {}));
    if (taken !== null) records.push(one);
    else refused.add(one.object_id);
  }
  const first = await searchUntil(ctx, { keywords: word, n: 10 }, includesAll(idsOf(records)));
  const before = new Map(hitsOf(first).map(({ object_id: id, created_at: created }) => [id, created]));
  await secondOf(ctx);
  const exchange = await search(ctx, { keywords: word, n: 10 }, 'a second later');
  await takeBack(ctx, records);
  const hits = hitsOf(exchange).flatMap((hit, index) => {
    const own = records.find(({ object_id: id }) => id === hit['object_id']);
    // Further hits are open; but a hit with the word and without one of the ids is a record that lost its id. A record
    // that was rejected and stored nevertheless is the subject of another rule.
    const isOurs = own !== undefined || (!refused.has(hit['object_id']) && String(hit['data']).includes(word));
    return isOurs ? [{ index, hit, own, created: before.get(hit['object_id']) }] : [];
  });
  return { exchange, hits };
});

type ObservedHit = Awaited<ReturnType<typeof seen>>['hits'][number];

/** A rule about hits of records that were just added. */
function hitRule(
  id: string,
  wrongIn: (hit: ObservedHit, exchange: Exchange) => readonly (readonly [string, string])[],
  mutants: NonNullable<OwnRule['mutants']>,
): OwnRule {
  return {
    id: `assistant.searchIndexes.${id}`,
    async check(ctx, report) {
      const { exchange, hits } = await seen(ctx);
      if (!isSuccess(exchange)) return report(blockedBy(exchange));
      if (hits.length === 0) return report(inconclusive('the search does not find the records that were added'));
      const wrong = hits.flatMap((one) =>
        wrongIn(one, exchange).map(([name, expected]): Judgement => {
          const pointer = within(within('/data', one.index), name);
          return broken({ expected, actual: excerpt(one.hit[name]), pointer, exchange });
        }),
      );
      report(...passUnless(wrong));
    },
    mutants,
  };
}

const members = ['object_id', 'category', 'data', 'properties'] as const;

const asIndexed = hitRule(
  'hit-as-indexed',
  ({ hit, own }) => {
    if (own === undefined) return [['object_id', 'the object_id of an added record']];
    // Without properties, an empty text is equivalent.
    const isNone = (value: unknown) => value === undefined || value === null || value === '';
    return members
      .filter((name) => own[name] !== hit[name] && !(isNone(own[name]) && isNone(hit[name])))
      .map((name) => [name, excerpt(own[name])]);
  },
  (at) => {
    const { items: hits, set, value } = at('searchIndexes');
    const memberAs = (name: string, change: (text: string) => unknown) =>
      value(`/data/*/${name}`, (text) => (typeof text === 'string' ? change(text) : text));
    const rewritten = (text: string) => (text.startsWith('{') ? JSON.stringify(JSON.parse(text)) : text);
    return {
      'a hit has lost its properties': set('/data/*/properties', gone),
      'properties are written anew': memberAs('properties', rewritten),
      'the text of a hit is an excerpt': memberAs('data', (text) => text.slice(0, 500)),
      'the text of a hit is in small letters': memberAs('data', (text) => text.toLowerCase()),
      'the text of a hit has lost its line breaks': memberAs('data', (text) => text.replaceAll(/\s+/g, ' ')),
      'the text of a hit has no joiners': memberAs('data', (text) => text.replaceAll('\u200d', '')),
      'the text of a hit has two spaces made one': memberAs('data', (text) => text.replaceAll('  ', ' ')),
      'a long text is cut when it is indexed': at('createIndexes').body((body) =>
        edited(body, '/items/*/data', (text) => String(text).slice(0, 255)),
      ),
      'the id of a hit is encoded': memberAs('object_id', encodeURIComponent),
      'the object_id of a hit is in small letters': memberAs('object_id', (id) => id.toLowerCase()),
      'the last hit has the category of another': hits.last((hit) => ({ ...hit, category: 'text' })),
      'the properties of a hit are those of the one before': hits.all((all) =>
        all.map((hit, index) => ({ ...hit, properties: all[index - 1]?.['properties'] ?? '' })),
      ),
    };
  },
);

/**
 * The allowed age of a record, in seconds: records were added within the last minutes, and a wrong time zone differs by
 * more.
 */
const MOMENT = 600;

const createdNow = hitRule(
  'created-when-indexed',
  ({ hit: { created_at: now }, created }, exchange) => {
    const added = (serverTimeOf(exchange) ?? Number.NaN) / 1000;
    const isFar = typeof now === 'number' && Math.abs(now - added) > MOMENT;
    if (isFar) return [['created_at', `about ${Math.floor(added)}, since the record was just indexed`]];
    const isMoved = created !== undefined && created !== now;
    return isMoved ? [['created_at', `${excerpt(created)}, as one second before`]] : [];
  },
  (at) => {
    const { items, value } = at('searchIndexes');
    return {
      'created_at has lost its UTC offset': value('/data/*/created_at', (seconds) => Number(seconds) - 28_800),
      'hits were created when they are searched for': at('searchIndexes').remembering<number>(
        async (searches, request, next) => {
          searches.value = (searches.value ?? Math.floor(Date.now() / 1000)) + 1;
          return editedReply(await next(request), '/data/*/created_at', () => searches.value);
        },
      ),
      'the last hit was created at 0': items.last((hit) => ({ ...hit, created_at: 0 })),
    };
  },
);

export default [isFound, asIndexed, createdNow];
