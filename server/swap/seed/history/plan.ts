/** The plan of the generated history: its periods, and the volume of each. */
import type { Decimal } from 'decimal.js';
import { cut, Exact, sum } from '../../operations/pools/amounts.ts';
import { DAY } from '../../operations/pools/periods.ts';
import type { Examples, ShownPair } from '../examples.ts';

/** The activity of a pair in a period. */
export interface PairPlan {
  readonly routeId: number;
  /** Number of entries. */
  readonly entries: number;
  /** US dollars; undefined when the document shows none. */
  readonly volume: Decimal | undefined;
  /** Price at the start of the period, when the document shows it. */
  readonly opens: Decimal | undefined;
}

/** A period within one day. */
export interface Stretch {
  /** Start of the day, in seconds since 1970. */
  readonly day: number;
  /** Nanoseconds since 1970. */
  readonly begin: bigint;
  readonly end: bigint;
  readonly pairs: readonly PairPlan[];
}

/** Entries per day and pair, before the days in the document. */
const QUIET_DAY = [11, 8, 3] as const;

/** Each pair's share of a day's volume, when only the total is known. */
const SHARES = ['0.555', '0.362', '0.083'] as const;

/** Share of yesterday in the volume of the 24 hours that end now. */
const YESTERDAY = new Exact('0.47');

const MILLISECOND = 1_000_000n;
const MINUTE = 60_000n * MILLISECOND;

/**
 * The periods, newest first. The last 24 hours of the pairs start within a day with a known volume, so that day is
 * split there into two periods.
 *
 * @param days number of days before those in the document
 */
export function planOf(examples: Examples, days: number): readonly Stretch[] {
  const { pairs, transactions, answered } = examples;
  const today = Math.floor(answered / 1000 / DAY) * DAY;
  const [dayBefore, yesterday] = examples.days;
  const first = transactions.at(-1);
  if (dayBefore === undefined || yesterday === undefined || first === undefined) throw new Error('no days are shown');
  const meet = BigInt(answered - DAY * 1000) * MILLISECOND;

  const late = pairs.map(({ volume }) => cut(volume.times(YESTERDAY), 2));
  const recent = pairs.map((pair, position) => {
    const shown = transactions.filter(({ base_asset_id, quote_asset_id }) => {
      return base_asset_id === pair.pool.base_asset_id && quote_asset_id === pair.pool.quote_asset_id;
    });
    const left = pair.volume.minus(sum(shown.map(({ value }) => value))).minus(late[position] ?? 0);
    return { left, entries: pair.transactions - shown.length };
  });
  const ofYesterday = shared(yesterday.market.volume, yesterday.pair?.volume);
  const plan = (
    day: number,
    [begin, end]: readonly [bigint, bigint],
    of: (pair: ShownPair, position: number) => Omit<PairPlan, 'routeId'>,
  ): Stretch => ({
    day,
    begin,
    end,
    pairs: pairs.map((pair, position) => ({ routeId: pair.pool.route_id, ...of(pair, position) })),
  });
  const half = (entries: number) => Math.floor(entries / 2);
  const opens = (position: number, price: Decimal) => (position === 0 ? price : undefined);
  return [
    plan(today, [midnight(today), BigInt(Date.parse(first.created_at)) * MILLISECOND - MINUTE], (_pair, position) => ({
      entries: (recent[position]?.entries ?? 0) - half(recent[position]?.entries ?? 0),
      volume: recent[position]?.left,
      opens: opens(position, yesterday.price),
    })),
    plan(yesterday.start, [meet + MINUTE, midnight(today) - MINUTE], (_pair, position) => ({
      entries: half(recent[position]?.entries ?? 0),
      volume: late[position],
      opens: undefined,
    })),
    plan(yesterday.start, [midnight(yesterday.start), meet - MINUTE], (_pair, position) => ({
      entries: half(recent[position]?.entries ?? 0) + 3,
      volume: ofYesterday[position]?.minus(late[position] ?? 0),
      opens: opens(position, dayBefore.price),
    })),
    plan(dayBefore.start, [midnight(dayBefore.start), midnight(yesterday.start) - MINUTE], (pair, position) => ({
      entries: pair.transactions - 5,
      volume: shared(dayBefore.market.volume, undefined)[position],
      opens: undefined,
    })),
    ...Array.from({ length: days }, (_unused, back) => dayBefore.start - (back + 1) * DAY).map((day) =>
      plan(day, [midnight(day), midnight(day + DAY) - MINUTE], (_pair, position) => ({
        entries: QUIET_DAY[position] ?? 1,
        volume: undefined,
        opens: undefined,
      })),
    ),
  ];
}

/** Splits the volume of all pairs. That of the first may be known; the last gets the rest. */
function shared(all: Decimal, first: Decimal | undefined): Decimal[] {
  const [ofFirst, ofSecond] = SHARES.map((share) => new Exact(share));
  if (ofFirst === undefined || ofSecond === undefined) throw new Error('there are no shares');
  const one = first ?? cut(all.times(ofFirst), 2);
  const rest = all.minus(one);
  const two = cut(rest.times(ofSecond).dividedBy(new Exact(1).minus(ofFirst)), 2);
  return [one, two, rest.minus(two)];
}

function midnight(day: number): bigint {
  return BigInt(day) * 1000n * MILLISECOND;
}
