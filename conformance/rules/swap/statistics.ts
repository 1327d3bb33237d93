/** Statistics and candles: their times, and the two prices. */
import { noInput } from '../../model/call.ts';
import type { Exchange } from '../../model/exchange.ts';
import { excerpt, objectsOf } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { parseInstant } from '../../model/time.ts';
import { blockedBy, broken, inconclusive, passUnless } from '../judgement.ts';
import type { Judgement, Rule, Scene } from '../rule.ts';
import { conversationRule, type Talk } from '../shared/conversation.ts';
import { dataOf } from '../shared/data.ts';
import { ask, type Pair, pathOf } from './calls.ts';
import { findPairs, PAIR_HINT } from './discover.ts';
import { unitOf } from './points.ts';

/** One stretch of days, one of hours: a server may take its points from elsewhere. */
const STRETCHES: readonly Readonly<Record<string, string>>[] = [{}, { dur: '24h' }, { dur: '4320h' }];

/** 1985: what counts minutes or days lies before it. */
const FIRST_SECOND = 5e8;

type JudgeList = (items: readonly unknown[], exchange: Exchange) => readonly Judgement[];

const nothing = inconclusive('no points were found', 'put some days of transactions into the data');

/** Judges the series of an operation over several stretches. */
function seriesTalk(operation: string, judge: JudgeList): Talk {
  return {
    id: operation,
    operation,
    *talk(scene: Scene, say) {
      const pairs: readonly (Pair | null)[] = operation === 'listMarketStats' ? [null] : yield* findPairs(scene);
      if (pairs.length === 0) return say(inconclusive('no pair was found', PAIR_HINT));
      let seen = false;
      for (const pair of pairs.slice(0, 2)) {
        const input = pair === null ? noInput : pathOf(pair);
        for (const query of STRETCHES) {
          const label = `${query['dur'] ?? 'no dur'} of ${pair === null ? 'all' : `${pair.base}/${pair.quote}`}`;
          const exchange = yield ask(scene, operation, label, { ...input, query });
          const data = dataOf(exchange);
          if (!Array.isArray(data) && data !== null) say(blockedBy(exchange));
          if (!Array.isArray(data) || data.length === 0) continue;
          seen = true;
          say(...judge(data, exchange));
        }
      }
      if (!seen) say(nothing);
    },
  };
}

function inSeconds(items: readonly unknown[], exchange: Exchange): readonly Judgement[] {
  return passUnless(
    objectsOf(items).flatMap(({ ts }, index) => {
      if (typeof ts === 'number' && ts >= FIRST_SECOND && unitOf(ts) === 'seconds') return [];
      const pointer = within(within('/data', index), 'ts');
      return [broken({ expected: 'a time in seconds since 1970', actual: excerpt(ts), pointer, exchange })];
    }),
  );
}

export const marketSeconds: Rule = conversationRule('swap.stats.ts-seconds', () => [
  seriesTalk('listMarketStats', inSeconds),
]);

export const pairSeconds: Rule = conversationRule('swap.pair-stats.ts-seconds', () => [
  seriesTalk('listPairStats', inSeconds),
]);

const SECOND = 1_000_000_000n;

function sameMoment(items: readonly unknown[], exchange: Exchange): readonly Judgement[] {
  return passUnless(
    objectsOf(items).flatMap(({ ts, date }, index) => {
      const time = typeof date === 'string' ? parseInstant(date) : null;
      if (time !== null && typeof ts === 'number' && time / SECOND === BigInt(Math.floor(ts))) return [];
      const pointer = within(within('/data', index), 'date');
      return [broken({ expected: `the moment of ts, ${excerpt(ts)}`, actual: excerpt(date), pointer, exchange })];
    }),
  );
}

export const dateMatches: Rule = conversationRule('swap.stats.date-matches-ts', () => [
  seriesTalk('listMarketStats', sameMoment),
  seriesTalk('listPairStats', sameMoment),
]);

function decimalsOf(prices: readonly string[]): number {
  return Math.max(0, ...prices.map((price) => price.split('.')[1]?.length ?? 0));
}

function textsAt(items: readonly unknown[], place: number): readonly string[] {
  return items.map((item) => (Array.isArray(item) && typeof item[place] === 'string' ? item[place] : ''));
}

/** What floating point and a cut last digit may do beside rounding. */
const SLACK = 1e-6;

/** How far the product of two prices may be from one, when each is rounded to its decimals. */
function tolerance(prices: readonly [number, number], decimals: readonly [number, number]): number {
  const [first, second] = prices.map((price, index) => 10 ** -(decimals[index] ?? 0) / Math.abs(price));
  return 2 * ((first ?? 0) + (second ?? 0)) + SLACK;
}

function reciprocals(items: readonly unknown[], exchange: Exchange): readonly Judgement[] {
  const columns = [textsAt(items, 1), textsAt(items, 2)] as const;
  const decimals = [decimalsOf(columns[0]), decimalsOf(columns[1])] as const;
  return passUnless(
    items.flatMap((item, index) => {
      const prices = [Number(columns[0][index] || Number.NaN), Number(columns[1][index] || Number.NaN)] as const;
      const product = prices[0] * prices[1];
      // A price of nothing was rounded away, and texts that are no numbers are another rule's.
      if (!Number.isFinite(product) || prices.includes(0)) return [];
      if (Math.abs(product - 1) <= tolerance(prices, decimals)) return [];
      const expected = 'two prices whose product is 1, but for rounding';
      return [broken({ expected, actual: excerpt(item), pointer: within('/data', index), exchange })];
    }),
  );
}

export const reciprocal: Rule = conversationRule('swap.candles.reciprocal', () => [
  seriesTalk('listCandles', reciprocals),
]);
