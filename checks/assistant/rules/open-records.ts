/** The open questions about records and searches, and how they are observed. */
import { acceptance, each, notObserved, probesOf } from '@wallet-services/conformance/builtin';
import { type CheckContext, type SuiteContext, sendTo } from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import { type Exchange, isSuccess } from '@wallet-services/conformance/model';
import {
  deleteRecord,
  foundIds,
  hitsOf,
  includesAll,
  indexed,
  populate,
  record,
  search,
  searchUntil,
  takeBack,
  withIndexed,
  wordOf,
} from '../searches.ts';

function add(ctx: CheckContext, items: readonly unknown[], label: string): Promise<Exchange> {
  return sendTo(ctx, 'createIndexes', { body: { items } }, { label, intent: 'open' });
}

async function finds(ctx: CheckContext, keywords: string, id: string, label: string): Promise<boolean> {
  return foundIds(await search(ctx, { keywords }, label, { intent: 'open' })).includes(id);
}

/** Texts that contain a word more or less often. */
const texts = (word: string) => [
  `${word}`,
  `A long text about many other things, and at its end ${word}`,
  `${word} and ${word}, and once more ${word}`,
  `Something else, something more, ${word}, and so on`,
];

/** Scores of the hits, in their order. @throws Stopped where not all are found. */
const scores = once(async (ctx: CheckContext): Promise<readonly number[]> => {
  const keywords = wordOf(ctx.suite, 'order');
  const records = texts(keywords).map((text, index) => record(ctx.suite, `order-${index}`, text));
  return withIndexed(ctx, records, keywords, (exchange) =>
    hitsOf(exchange).flatMap(({ score }) => (typeof score === 'number' ? [score] : [])),
  );
});

function direction(all: readonly number[]): string {
  const steps = all.slice(1).map((score, index) => Math.sign(score - (all[index] ?? score)));
  if (steps.every((step) => step === 0)) return 'all scores are the same';
  if (steps.every((step) => step <= 0)) return 'by score, descending';
  return steps.every((step) => step >= 0) ? 'by score, ascending' : 'not by score';
}

/** Records of the second application, where the target names one. */
async function othersPopulation(ctx: CheckContext) {
  return (await populate(ctx)).find(({ credentials, refusals }) => credentials === 'other' && refusals.length === 0);
}

const NO_OTHER = notObserved('the suite has no second application that can add records');

const unknownId = (suite: SuiteContext) => record(suite, 'unknown', '').object_id;

export default probesOf({
  'assistant.createIndexes.again': async (ctx) => {
    const [before, after] = [wordOf(ctx.suite, 'before'), wordOf(ctx.suite, 'after')];
    const first = record(ctx.suite, 'again', `First ${before}.`);
    return withIndexed(ctx, [first], before, async () => {
      const id = first.object_id;
      const second = await add(ctx, [{ ...first, data: `Then ${after}.` }], 'add again');
      if (!isSuccess(second)) return acceptance(second);
      const isNew = includesAll([id])(foundIds(await searchUntil(ctx, { keywords: after }, includesAll([id]))));
      const isOld = await finds(ctx, before, id, 'old');
      if (isNew) return isOld ? 'both are found' : 'replaces the record';
      return isOld ? 'the first one stays' : 'neither is found';
    });
  },
  'assistant.createIndexes.partly': async (ctx) => {
    const word = wordOf(ctx.suite, 'partly');
    const good = record(ctx.suite, 'partly', `A good one: ${word}.`);
    const some = await add(ctx, [good, { ...record(ctx.suite, 'bad', ''), data: 7 }], 'one bad record');
    const isFound = await finds(ctx, word, good.object_id, 'search');
    const none = await add(ctx, [], 'an empty list');
    await takeBack(ctx, [good]);
    const rest = isFound ? 'the good one is added' : 'the good one is not added';
    return `one bad record: ${acceptance(some)}, ${rest}; an empty list: ${acceptance(none)}`;
  },
  'assistant.searchIndexes.n-out-of-range': (ctx) =>
    each(['n=0', 'n=-1', 'n=129', 'n=1000'], async (name) => {
      const searching = { keywords: wordOf(ctx.suite, 'range'), n: Number(name.slice(2)) };
      return acceptance(await search(ctx, searching, name, { intent: 'open' }));
    }),
  'assistant.searchIndexes.order': async (ctx) => direction(await scores(ctx)),
  'assistant.searchIndexes.matching': async (ctx) => {
    const [one = '', two, absent] = ['one', 'two', 'absent'].map((name) => wordOf(ctx.suite, 'matching', name));
    const own = record(ctx.suite, 'matching', `Here are ${one} and ${two}.`);
    const tries: Readonly<Record<string, string>> = {
      'in capitals': one.toUpperCase(),
      'the beginning of a word': one.slice(0, 6),
      'two words': `${two} ${one}`,
      'one word that is there and one that is not': `${one} ${absent}`,
    };
    return withIndexed(ctx, [own], one, () =>
      each(Object.keys(tries), async (name) =>
        (await finds(ctx, tries[name] ?? '', own.object_id, name)) ? 'found' : 'not found',
      ),
    );
  },
  'assistant.searchIndexes.scope': async (ctx) => {
    const others = await othersPopulation(ctx);
    if (others === undefined) return NO_OTHER;
    const found = foundIds(await search(ctx, { keywords: others.word }, 'of another', { intent: 'open' }));
    return found.some((id) => others.records.some(({ object_id: own }) => own === id))
      ? 'records of other applications are found'
      : 'only records of the calling application are found';
  },
  'assistant.deleteIndex.unknown': async (ctx) => acceptance(await deleteRecord(ctx, unknownId(ctx.suite))),
  'assistant.deleteIndex.scope': async (ctx) => {
    const keywords = wordOf(ctx.suite, 'delete-scope');
    if ((await othersPopulation(ctx)) === undefined) return NO_OTHER;
    const own = record(ctx.suite, 'delete-scope', `A record of another: ${keywords}.`);
    const searching = { keywords, credentials: 'other' } as const;
    await indexed(ctx, [own], searching);
    const deleted = await deleteRecord(ctx, own.object_id);
    const left = foundIds(await search(ctx, searching, 'left', { intent: 'open' })).includes(own.object_id);
    return `${acceptance(deleted)}; the record of the other application ${left ? 'stays' : 'is gone'}`;
  },
  'assistant.SearchHit.score.meaning': async (ctx) => {
    const all = await scores(ctx);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const sign = low > 0 ? 'positive' : high < 0 ? 'negative' : 'mixed';
    return `${sign}; in the order of the hits: ${direction(all)}`;
  },
});
