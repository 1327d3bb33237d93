/** What the documents leave open of records and searches, and how it is observed. */
import { acceptance, each, looking, notSeen } from '@wallet-services/conformance/builtin';
import { ask, type Scene, type Talk } from '@wallet-services/conformance/core';
import { remembered } from '@wallet-services/conformance/discovery';
import { type Exchange, isSuccess } from '@wallet-services/conformance/model';
import {
  deleteRecord,
  foundIds,
  hitsOf,
  includesAll,
  indexed,
  record,
  search,
  searchUntil,
  stock,
  takeBack,
  withIndexed,
  wordOf,
} from '../searches.ts';

function add(talk: Talk, items: readonly unknown[], label: string): Promise<Exchange> {
  return ask(talk, 'createIndexes', { body: { items } }, { label, intent: 'open' });
}

async function finds(talk: Talk, keywords: string, id: string, label: string): Promise<boolean> {
  return foundIds(await search(talk, { keywords }, label, { intent: 'open' })).includes(id);
}

/** Hold a word more or less often. */
const texts = (word: string) => [
  `${word}`,
  `A long text about many other things, and at its end ${word}`,
  `${word} and ${word}, and once more ${word}`,
  `Something else, something more, ${word}, and so on`,
];

/** Scores of the hits, in their order. @throws Stopped where not all are found. */
function scores(talk: Talk): Promise<readonly number[]> {
  return remembered(talk, 'scores', async () => {
    const keywords = wordOf(talk.scene, 'order');
    const records = texts(keywords).map((text, index) => record(talk.scene, `order-${index}`, text));
    return withIndexed(talk, records, keywords, (exchange) =>
      hitsOf(exchange).flatMap(({ score }) => (typeof score === 'number' ? [score] : [])),
    );
  });
}

function direction(all: readonly number[]): string {
  const steps = all.slice(1).map((score, index) => Math.sign(score - (all[index] ?? score)));
  if (steps.every((step) => step === 0)) return 'all scores are the same';
  if (steps.every((step) => step <= 0)) return 'by score, descending';
  return steps.every((step) => step >= 0) ? 'by score, ascending' : 'not by score';
}

/** Records of the second application, where the target names one. */
async function othersStock(talk: Talk) {
  return (await stock(talk)).find(({ credentials, refusals }) => credentials === 'other' && refusals.length === 0);
}

const NO_OTHER = notSeen('the suite has no second application that can add records');

const unknownId = (scene: Scene) => record(scene, 'unknown', '').object_id;

export default looking({
  'assistant.createIndexes.again': async (talk) => {
    const [before, after] = [wordOf(talk.scene, 'before'), wordOf(talk.scene, 'after')];
    const first = record(talk.scene, 'again', `First ${before}.`);
    return withIndexed(talk, [first], before, async () => {
      const id = first.object_id;
      const second = await add(talk, [{ ...first, data: `Then ${after}.` }], 'add again');
      if (!isSuccess(second)) return acceptance(second);
      const isNew = includesAll([id])(foundIds(await searchUntil(talk, { keywords: after }, includesAll([id]))));
      const isOld = await finds(talk, before, id, 'old');
      if (isNew) return isOld ? 'both are found' : 'replaces the record';
      return isOld ? 'the first one stays' : 'neither is found';
    });
  },
  'assistant.createIndexes.partly': async (talk) => {
    const word = wordOf(talk.scene, 'partly');
    const good = record(talk.scene, 'partly', `A good one: ${word}.`);
    const some = await add(talk, [good, { ...record(talk.scene, 'bad', ''), data: 7 }], 'one bad record');
    const isFound = await finds(talk, word, good.object_id, 'search');
    const none = await add(talk, [], 'an empty list');
    await takeBack(talk, [good]);
    const rest = isFound ? 'the good one is added' : 'the good one is not added';
    return `one bad record: ${acceptance(some)}, ${rest}; an empty list: ${acceptance(none)}`;
  },
  'assistant.searchIndexes.n-out-of-range': (talk) =>
    each(['n=0', 'n=-1', 'n=129', 'n=1000'], async (name) => {
      const searching = { keywords: wordOf(talk.scene, 'range'), n: Number(name.slice(2)) };
      return acceptance(await search(talk, searching, name, { intent: 'open' }));
    }),
  'assistant.searchIndexes.order': async (talk) => direction(await scores(talk)),
  'assistant.searchIndexes.matching': async (talk) => {
    const [one = '', two, absent] = ['one', 'two', 'absent'].map((name) => wordOf(talk.scene, 'matching', name));
    const own = record(talk.scene, 'matching', `Here are ${one} and ${two}.`);
    const tries: Readonly<Record<string, string>> = {
      'in capitals': one.toUpperCase(),
      'the beginning of a word': one.slice(0, 6),
      'two words': `${two} ${one}`,
      'one word that is there and one that is not': `${one} ${absent}`,
    };
    return withIndexed(talk, [own], one, () =>
      each(Object.keys(tries), async (name) =>
        (await finds(talk, tries[name] ?? '', own.object_id, name)) ? 'found' : 'not found',
      ),
    );
  },
  'assistant.searchIndexes.scope': async (talk) => {
    const others = await othersStock(talk);
    if (others === undefined) return NO_OTHER;
    const found = foundIds(await search(talk, { keywords: others.word }, 'of another', { intent: 'open' }));
    return found.some((id) => others.records.some(({ object_id: own }) => own === id))
      ? 'records of other applications are found'
      : 'only records of the calling application are found';
  },
  'assistant.deleteIndex.unknown': async (talk) => acceptance(await deleteRecord(talk, unknownId(talk.scene))),
  'assistant.deleteIndex.scope': async (talk) => {
    const keywords = wordOf(talk.scene, 'delete-scope');
    if ((await othersStock(talk)) === undefined) return NO_OTHER;
    const own = record(talk.scene, 'delete-scope', `A record of another: ${keywords}.`);
    const searching = { keywords, credentials: 'other' } as const;
    await indexed(talk, [own], searching);
    const deleted = await deleteRecord(talk, own.object_id);
    const left = foundIds(await search(talk, searching, 'left', { intent: 'open' })).includes(own.object_id);
    return `${acceptance(deleted)}; the record of the other application ${left ? 'stays' : 'is gone'}`;
  },
  'assistant.SearchHit.score.meaning': async (talk) => {
    const all = await scores(talk);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const sign = low > 0 ? 'positive' : high < 0 ? 'negative' : 'mixed';
    return `${sign}; in the order of the hits: ${direction(all)}`;
  },
});
