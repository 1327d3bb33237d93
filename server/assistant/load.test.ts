/** A search, a write and a turn must take about as long with many records as with few. */
import type { IndexRecord } from '@wallet-services/contract/assistant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../store/index.ts';
import { processorTime } from '../testing/work.ts';
import { seededRandom } from '../values/index.ts';
import { assistant } from './index.ts';
import { putRecords, removeRecord, removeRecords, searchRecords } from './operations/records.ts';
import type { AssistantStore, AssistantTables } from './store/tables.ts';

const MANY = 100_000;
const FEW = 1_000;

/** The two applications of the sandbox. */
const LARGE = 3;
const SMALL = 4;

const ROUNDS = 40;

/** Allowed ratio of the times. Ranking every record would take at least thirty times as long. */
const HARDLY_LONGER = 6;

/** A delay below this, in milliseconds, is not noticeable. */
const UNNOTICED = 4;

const random = seededRandom(1, 'load');

function recordOf(number: number): IndexRecord {
  const words = Array.from({ length: 12 }, () => `word${Math.floor(random.next() ** 3 * 5_000)}`);
  const data = `asset ${number % 2 === 0 ? 'open' : 'closed'} ${words.join(' ')} unique${number}`;
  return { object_id: `doc/${number}`, category: 'plain-text', data };
}

describe(`with ${MANY} records`, () => {
  let store: AssistantStore;

  beforeAll(async () => {
    store = (await openStore([assistant])).$extendTables<AssistantTables>();
    await fill(SMALL, FEW);
    await fill(LARGE, MANY);
  });

  afterAll(() => store.destroy());

  async function fill(app: number, count: number): Promise<void> {
    await removeRecords({ store }, app);
    for (let first = 0; first < count; first += 1_000) {
      const records = Array.from({ length: 1_000 }, (_unused, position) => recordOf(first + position));
      await store.transaction().execute((transaction) => putRecords(transaction, app, records, 1_700_000_000));
    }
  }

  /** Medians of the processor times of both applications, in milliseconds. */
  async function compared(work: (app: number, round: number) => Promise<unknown>): Promise<[number, number]> {
    const times = new Map<number, number[]>([
      [SMALL, []],
      [LARGE, []],
    ]);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [app, taken] of times) {
        taken.push(await processorTime(() => work(app, round)));
      }
    }
    const median = (app: number) => times.get(app)?.toSorted((a, b) => a - b)[ROUNDS / 2] ?? Number.NaN;
    return [median(SMALL), median(LARGE)];
  }

  test.each([
    'unique7',
    'asset',
    'open closed',
    'asset open word1 unique5',
    'how do I get my asset back when the open word1 word2 word3 word4 word5 is closed',
  ])('a search for %j takes hardly longer', async (keywords) => {
    const [few, many] = await compared((app) => searchRecords({ store }, app, keywords, 16));
    expect(many).toBeLessThan(Math.max(few * HARDLY_LONGER, UNNOTICED));
    expect((await searchRecords({ store }, LARGE, keywords, 128)).length).toBeGreaterThan(0);
  });

  test('the record with the rare word comes first', async () => {
    const [first] = await searchRecords({ store }, LARGE, 'asset open unique77777 word1', 16);
    expect(first?.object_id).toBe('doc/77777');
  });

  test('adding, replacing and deleting a record take hardly longer', async () => {
    const [few, many] = await compared(async (app, round) => {
      const record = recordOf(round);
      const put = () =>
        store.transaction().execute((transaction) => putRecords(transaction, app, [record], 1_700_000_000));
      await put();
      await removeRecord({ store }, app, record.object_id);
      await put();
    });
    expect(many).toBeLessThan(Math.max(few * HARDLY_LONGER, UNNOTICED));
  });
});
