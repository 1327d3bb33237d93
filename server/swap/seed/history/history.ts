/**
 * The generated history of the pairs. It is generated backwards from the reserves in the document, so that replaying it
 * gives exactly these, and it matches the volumes, prices and values in the document.
 */
import type { Decimal } from 'decimal.js';
import type { RandomSource } from '../../../values/index.ts';
import { cut, Exact, sum } from '../../operations/pools/amounts.ts';
import type { AssetPrices } from '../../operations/pools/books.ts';
import { DAY } from '../../operations/pools/periods.ts';
import { changed, otherAsset, type Pool } from '../../operations/pools/pools.ts';
import type { Examples } from '../examples.ts';
import { type People, somebody } from '../people.ts';
import { type Course, courseOf, type Market } from './course.ts';
import { land } from './landing.ts';
import { type Moment, momentAt } from './moment.ts';
import { type Doer, type Happened, hopMove, liquidityMove, openingMove, swapMove, swapped } from './moves.ts';
import { type PairPlan, planOf, type Stretch } from './plan.ts';

/** Number of days before those in the document. */
const DAYS = 16;

const SECOND = 1_000_000_000n;

/** The pools by number at some time. */
type Pools = Map<number, Pool>;

interface Setting {
  readonly market: Market;
  readonly prices: AssetPrices;
  readonly course: Course;
  readonly people: People;
  readonly random: RandomSource;
}

/** All events before the examples, in the order of time. */
export function historyBefore(
  examples: Examples,
  prices: AssetPrices,
  people: People,
  random: RandomSource,
): readonly Happened[] {
  const [main, second, cross] = examples.pairs.map(({ pool }) => beforeExamples(pool, examples));
  if (main === undefined || second === undefined || cross === undefined) throw new Error('no three pairs are shown');
  const market = { main, second, cross };
  const plan = planOf(examples, DAYS);
  const first = plan.at(-1)?.day ?? 0;
  const setting = { market, prices, course: courseOf(examples, market, prices, first, random), people, random };

  let pools: Pools = new Map([main, second, cross].map((pool) => [pool.route_id, pool]));
  const recorded: Happened[] = [];
  for (const stretch of plan) {
    const { happened, before } = record(setting, pools, stretch);
    recorded.push(...happened);
    pools = before;
  }
  recorded.push(...opening(setting, pools, first));
  return asShown(recorded.reverse(), examples, market);
}

/** The pool before the swaps in the document's examples. */
function beforeExamples(pool: Pool, { transactions }: Examples): Pool {
  return transactions
    .filter(({ base_asset_id, quote_asset_id }) => {
      return base_asset_id === pool.base_asset_id && quote_asset_id === pool.quote_asset_id;
    })
    .reduce(
      (before, { base_amount, quote_amount }) =>
        changed(before, new Exact(base_amount).negated(), new Exact(quote_amount).negated()),
      pool,
    );
}

/** How often a period is generated again when its first price cannot be reached. */
const ATTEMPTS = 40;

/** Generates a period: its events, newest first, and the pools before it. */
function record(
  setting: Setting,
  after: Pools,
  stretch: Stretch,
): { readonly happened: Happened[]; readonly before: Pools } {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = new Map(after);
    const happened = attemptToRecord(setting, before, stretch);
    if (happened !== undefined) return { happened, before };
  }
  throw new Error('the history does not lead to the examples');
}

/** At least two entries are reserved for the start of a period, to match its volume and first price. */
const LAST = { value: new Exact('0.26'), time: 12n * 60n * SECOND };

/** The part of a pair's period that is not generated yet. */
interface Rest {
  readonly plan: PairPlan;
  /** Remaining volume in US dollars, when the volume is known. */
  volume: Decimal | undefined;
  /** US dollars of each remaining swap. */
  readonly values: Decimal[];
}

function attemptToRecord(setting: Setting, pools: Pools, stretch: Stretch): Happened[] | undefined {
  const { random } = setting;
  const rests = new Map(stretch.pairs.map((plan) => [plan.routeId, restOf(plan, random)]));
  const happened: Happened[] = [];
  const keep = (recorded: Happened) => {
    happened.push(recorded);
    pools.set(recorded.entry.after.route_id, recorded.entry.before);
    const rest = rests.get(recorded.entry.after.route_id);
    if (rest?.volume !== undefined && recorded.entry.type === 'Swap') rest.volume = rest.volume.minus(recorded.value);
  };
  for (const at of momentsOf(stretch, rests, random)) {
    const able = [...rests.values()].filter(({ values }) => values.length > 0);
    if (able.length === 0) break;
    const rest = random.pick(able);
    for (const recorded of oneThing(setting, pools, rests, rest, at)) keep(recorded);
  }
  for (const { plan, volume } of rests.values()) {
    if (volume === undefined) continue;
    const at = stretch.begin + BigInt(random.integer(200, 600)) * SECOND;
    const moment = momentAt(setting, at);
    const { priceAt } = moment;
    const pool = poolOf(pools, plan.routeId);
    if (plan.opens === undefined) {
      if (volume.lessThan(1)) return undefined;
      keep(swapMove(pool, payAsset(setting, pool, moment), volume, at, orderOf(setting), priceAt, random));
      continue;
    }
    const landing = land(pool, plan.opens, volume, priceAt);
    if (landing === undefined) return undefined;
    const { sale, purchase } = landing;
    keep(swapped(sale.swap, sale.value, at, orderOf(setting), priceAt, random));
    keep(swapped(purchase.swap, purchase.value, at - 90n * SECOND, orderOf(setting), priceAt, random));
  }
  return happened.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

function restOf(plan: PairPlan, random: RandomSource): Rest {
  const { volume, entries, opens } = plan;
  if (volume === undefined) {
    return { plan, volume, values: Array.from({ length: entries }, () => dollars(900 * 40 ** random.next())) };
  }
  const count = entries - (opens === undefined ? 1 : 2);
  const weights = Array.from({ length: count }, () => 0.15 + random.next() ** 2);
  const all = weights.reduce((total, weight) => total + weight, 0);
  const spread = volume.times(new Exact(1).minus(LAST.value));
  return { plan, volume, values: weights.map((weight) => cut(spread.times(new Exact(weight / all)), 2)) };
}

function dollars(amount: number): Decimal {
  return cut(new Exact(amount), 2);
}

/** Times of the entries, newest first, later than those reserved for the start. */
function momentsOf({ begin, end }: Stretch, rests: ReadonlyMap<number, Rest>, random: RandomSource): bigint[] {
  const count = [...rests.values()].reduce((total, { values }) => total + values.length, 0);
  const microseconds = Number((end - begin - LAST.time) / 1000n);
  const moments = Array.from(
    { length: count },
    () => begin + LAST.time + BigInt(random.integer(0, microseconds)) * 1000n,
  );
  return moments.toSorted((a, b) => (a < b ? 1 : -1));
}

/** Probabilities of swaps through two pairs and of changes of liquidity. */
const TWO_HOPS = 0.09;
const MOVED = 0.035;

/** Size of the largest addition, on the last day; others are much smaller. */
const GREAT_ADDITION = 0.0118;

function oneThing(
  setting: Setting,
  pools: Pools,
  rests: ReadonlyMap<number, Rest>,
  rest: Rest,
  at: bigint,
): Happened[] {
  const { random, market } = setting;
  const moment = momentAt(setting, at);
  const { priceAt } = moment;
  const pool = poolOf(pools, rest.plan.routeId);
  const value = rest.values.pop() ?? new Exact(1);
  const isMain = pool.route_id === market.main.route_id;
  // A large addition in the middle of the last day.
  if (isMain && rest.plan.opens !== undefined && isToday(setting, at) && rest.values.length === 20) {
    return [liquidityMove(pool, GREAT_ADDITION, at, alone(setting), priceAt, random)];
  }
  if (random.next() < MOVED) {
    const share = (random.next() < 0.6 ? 1 : -1) * (0.0004 + 0.002 * random.next());
    return [liquidityMove(pool, share, at, alone(setting), priceAt, random)];
  }
  const pay = payAsset(setting, pool, moment);
  if (random.next() < TWO_HOPS) {
    const next = joining(pools, pool, otherAsset(pool, pay) ?? '', pay);
    const nextRest = next === undefined ? undefined : rests.get(next.route_id);
    if (next !== undefined && nextRest !== undefined && nextRest.values.length > 0) {
      nextRest.values.pop();
      return twoHops(setting, pool, next, pay, value, moment);
    }
  }
  return [swapMove(pool, pay, value, at, random.next() < 0.8 ? orderOf(setting) : alone(setting), priceAt, random)];
}

/** A swap through two pools, newest first: the second pool gets the first one's result a microsecond later. */
function twoHops(
  setting: Setting,
  first: Pool,
  second: Pool,
  pay: string,
  value: Decimal,
  { at, priceAt }: Moment,
): Happened[] {
  const { random } = setting;
  const doer = orderOf(setting);
  const one = swapMove(first, pay, value, at, doer, priceAt, random);
  const between = one.entry.filled_asset_id;
  return [hopMove(second, between, one.entry.amount, at + 1000n, doer, priceAt, random), one];
}

/** Another pool with the asset that does not lead back. */
function joining(pools: Pools, pool: Pool, assetId: string, from: string): Pool | undefined {
  return [...pools.values()].find((other) => {
    const end = otherAsset(other, assetId);
    return other.route_id !== pool.route_id && end !== undefined && end !== from;
  });
}

/** Chooses the asset to pay: mostly the one that moves the price towards its course. */
function payAsset({ random, market }: Setting, pool: Pool, { main, second }: Moment): string {
  const goal =
    pool.route_id === market.main.route_id
      ? main
      : pool.route_id === market.second.route_id
        ? second
        : second.dividedBy(main);
  const high = pool.quote_amount.greaterThan(goal.times(pool.base_amount));
  const rose = high === random.next() < 0.86;
  return rose ? pool.quote_asset_id : pool.base_asset_id;
}

function isToday({ course }: Setting, at: bigint): boolean {
  return Number(at / SECOND) >= Math.max(...course.keys());
}

function orderOf({ people, random }: Setting): Doer {
  const follow_id = random.uuid();
  return { user_id: somebody(people, random), follow_id, order_id: follow_id };
}

/** A user without follow id and order. */
function alone({ people, random }: Setting): Doer {
  return { user_id: somebody(people, random), follow_id: '', order_id: null };
}

/** Opens the pairs on the first day, one after the other. */
function opening(setting: Setting, pools: Pools, first: number): Happened[] {
  const { random, people } = setting;
  const founder = random.pick(people.others);
  return [...pools.values()].toReversed().map((pool, position) => {
    const at = BigInt(first) * SECOND + BigInt(150 - position * 40) * SECOND;
    return openingMove(
      pool,
      at,
      { user_id: founder, follow_id: '', order_id: null },
      momentAt(setting, at).priceAt,
      random,
    );
  });
}

/** The values of the pairs at the end of the days in the document. */
function asShown(
  recorded: readonly Happened[],
  { days }: Examples,
  { main, second, cross }: Market,
): readonly Happened[] {
  const shown = new Map<Happened, Decimal>();
  for (const { start, market, pair } of days) {
    const lastOf = ({ route_id }: Pool) =>
      recorded.findLast(({ entry, at }) => entry.after.route_id === route_id && Number(at / SECOND) < start + DAY);
    const [ofMain, ofSecond, ofCross] = [lastOf(main), lastOf(second), lastOf(cross)];
    if (ofMain === undefined || ofSecond === undefined || ofCross === undefined) continue;
    const mainValue = pair?.value ?? ofMain.poolValue;
    shown.set(ofMain, mainValue);
    shown.set(ofSecond, market.value.minus(sum([mainValue, ofCross.poolValue])));
  }
  return recorded.map((happened) => ({ ...happened, poolValue: shown.get(happened) ?? happened.poolValue }));
}

function poolOf(pools: Pools, routeId: number): Pool {
  const pool = pools.get(routeId);
  if (pool === undefined) throw new Error(`there is no pool ${routeId}`);
  return pool;
}
