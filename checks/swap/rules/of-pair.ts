/** Statistics and candles are of the pair in the path: not of another one, and not of all (document 2, Endpoints). */
import {
  blockedBy,
  broken,
  type CheckContext,
  inconclusive,
  isAnswerOf,
  type OwnRule,
  pass,
  sendTo,
} from '@wallet-services/conformance/core';
import { itemsOf } from '@wallet-services/conformance/discovery';
import {
  type Exchange,
  type Input,
  isSuccess,
  type JsonObject,
  noInput,
  objectsOf,
  seededUuid,
  successJson,
  valueAt,
  within,
} from '@wallet-services/conformance/model';
import {
  answersTheFirstPath,
  jsonReply,
  type Mutation,
  type Place,
  type Reply,
  type Request,
  successOf,
} from '@wallet-services/conformance/mutation';
import { pointsOf, turned } from '../series.ts';

/** The number of pairs that are compared; they include two that share the base, and two that share the quote. */
const MOST = 4;

/** The key of the market, which no two assets have. */
const MARKET = ',';

const HINT = 'put transactions of two pairs, at different prices, into the data';

interface Reported {
  readonly pair: string;
  readonly input: Input;
  readonly exchange: Exchange;
  /** All figures, as one text; null if they are too similar to distinguish pairs. */
  readonly figures: string | null;
  /** The value of the pair, by time; null if it changed too seldom to distinguish pairs. */
  readonly worth: ReadonlyMap<string, string> | null;
}

function figuresOf(exchange: Exchange): Pick<Reported, 'figures' | 'worth'> {
  const data = valueAt(successJson(exchange), '/data');
  const points = (Array.isArray(data) ? data : []).map((point) =>
    (Array.isArray(point) ? point : ['ts', 'value', 'volume'].map((name) => Object(point)[name])).map(String),
  );
  const figures = new Set(points.map(([, ...rest]) => rest.join()).filter((text) => Number(text.split(',')[0]) > 0));
  // A price of 1 is common; a price with many digits is not.
  const isReporting = figures.size > 1 || [...figures].some((text) => /^[\d.]{6,}/.test(text));
  const worth = new Map(points.map(([time = '', value = '']) => [time, value]));
  const isChanging = new Set([...worth.values()].filter((value) => /^[\d.]{6,}/.test(value))).size > 1;
  return { figures: isReporting ? JSON.stringify(points) : null, worth: isChanging ? worth : null };
}

const sides = ['base', 'quote'] as const;

/**
 * Two items with a common side: only the other side distinguishes them, so a server that ignores that side is detected.
 */
function twoAlike<Item>(items: readonly Item[], by: (item: Item) => string): readonly Item[] {
  const [alike = []] = [...Map.groupBy(items, by).values()].filter(({ length }) => length > 1);
  return alike.slice(0, 2);
}

async function reported(ctx: CheckContext, operation: string, input: Input, when: string): Promise<Reported> {
  const { base = '', quote = '' } = input.path;
  const label = `${operation}, ${base}/${quote}, ${when}`;
  const exchange = await sendTo(ctx, operation, input, { label, intent: 'open' });
  return { pair: [base, quote].sort().join().toLowerCase(), input, exchange, ...figuresOf(exchange) };
}

function isSame(one: Reported, other: Reported): boolean {
  if (one.figures !== null && one.figures === other.figures) return true;
  return one.worth !== null && [...one.worth].every(([time, value]) => other.worth?.get(time) === value);
}

function sameAsOther(all: readonly Reported[]): readonly [Reported, Reported] | undefined {
  for (const one of all) {
    const other = all.find((another) => another.pair !== one.pair && isSame(one, another));
    if (other !== undefined) return [one, other];
  }
  return undefined;
}

/**
 * The largest factor between neighbouring prices of one pair; prices of the inverted pair differ by more than its
 * square.
 */
const NEAR = 4;

const areNear = (one: number, other: number) => one > 0 && other > 0 && one < other * NEAR && other < one * NEAR;

/** The place of a candle with prices that are inverted in comparison with its neighbours; -1 where there is none. */
function placeOfTurned(exchange: Exchange): number {
  const points = (pointsOf(exchange) ?? []).toSorted((left, right) => left.time - right.time);
  const turned = points.find(({ figures: [first = 0, second = 0] }, place) => {
    const beside = [place - 1, place + 1, place === 0 ? 2 : place - 2].flatMap((at) => points[at] ?? []).slice(0, 2);
    const isOther = beside.every(({ figures: [one = 0, other = 0] }) => areNear(first, other) && areNear(second, one));
    const ratio = Math.max(first, second) / Math.min(first, second);
    return beside.length === 2 && isOther && ratio > NEAR * NEAR;
  });
  return turned?.index ?? -1;
}

/**
 * The place of the price in the last candle at which the newest swap of the pair was made; -1 where the prices do not
 * show it. The two prices must be so far apart that the price cannot move from one to the other meanwhile.
 */
function placeOfSwapPrice({ input, exchange }: Reported, transactions: readonly JsonObject[]): number {
  const { base, quote } = input.path;
  const isOf = ({ type, base_asset_id, quote_asset_id }: JsonObject) =>
    type === 'Swap' && base_asset_id === base && quote_asset_id === quote;
  const timeOf = ({ created_at: time }: JsonObject) => Date.parse(String(time));
  const [swap] = transactions.filter(isOf).toSorted((left, right) => timeOf(right) - timeOf(left));
  const price = Math.abs(Number(swap?.['quote_amount']) / Number(swap?.['base_amount']));
  const [last] = (pointsOf(exchange) ?? []).toSorted((left, right) => right.time - left.time);
  const { figures = [] } = last ?? {};
  const isReporting = Math.max(...figures) / Math.min(...figures) > NEAR ** 3;
  return isReporting ? figures.findIndex((figure) => areNear(figure, price)) : -1;
}

/**
 * Candles with prices that are inverted in comparison with those of the first pair; undefined where all are in the same
 * order.
 */
function turnedPair(
  all: readonly Reported[],
  transactions: readonly JsonObject[],
): readonly [Reported, Reported] | undefined {
  const places = all.map((one) => [one, placeOfSwapPrice(one, transactions)] as const);
  const [first, ...more] = places.filter(([, place]) => place >= 0);
  const other = more.find(([, place]) => place !== first?.[1]);
  return first === undefined || other === undefined ? undefined : [first[0], other[0]];
}

function ofPair(
  operation: string,
  market: string | null,
  mutants: (place: Place) => Readonly<Record<string, Mutation>>,
): OwnRule {
  return {
    id: `swap.${operation}.of-pair`,
    watch(exchange) {
      const place = isAnswerOf(exchange, operation) ? placeOfTurned(exchange) : -1;
      const [expected, actual] = ['prices of the pair, as those beside it', 'those of the pair turned round'];
      return place < 0 ? [] : [broken({ expected, actual, pointer: within('/data', place), exchange })];
    },
    async check(ctx, report) {
      const { suite } = ctx;
      const seen = new Map<string, Reported>();
      let refused: Exchange | undefined;
      const transactions = await itemsOf(ctx, 'listTransactions');
      const traded = transactions.map(({ base_asset_id, quote_asset_id }) => ({
        base: String(base_asset_id),
        quote: String(quote_asset_id),
      }));
      const pairs = [...new Map(traded.map((path) => [`${path.base}/${path.quote}`, path])).values()];
      const alike = sides.flatMap((side) => twoAlike(pairs, (path) => path[side]));
      for (const path of [...new Set([...alike, ...pairs])].slice(0, 2 * MOST)) {
        const input = { ...noInput, path };
        const one = await reported(ctx, operation, input, 'once');
        if (!isSuccess(one.exchange)) refused = one.exchange;
        if (one.figures !== null && !seen.has(one.pair)) seen.set(one.pair, one);
        if (seen.size === MOST) break;
      }
      const all = [...seen.values()];
      if (refused && all.length === 0) return report(blockedBy(refused));
      if (all.length < 2) return report(inconclusive('too few pairs have different figures', HINT));
      const turned = turnedPair(all, transactions);
      if (turned !== undefined) {
        const [one, { exchange }] = turned;
        const expected = `the two prices in the order of ${new URL(one.exchange.url).pathname}, as its swaps show`;
        return report(broken({ expected, actual: 'those of the pair turned round', pointer: '/data', exchange }));
      }
      const ids = sides.map((name) => [name, seededUuid(suite.seed, suite.run, operation, name)]);
      all.push(await reported(ctx, operation, { ...noInput, path: Object.fromEntries(ids) }, 'of no pair'));
      if (market !== null) all.push(await reported(ctx, market, noInput, 'of all'));
      const same = sameAsOther(all);
      if (same === undefined) return report(pass);
      const idOf = (pair: string) => (pair === MARKET && market !== null ? market : operation);
      const again = await Promise.all(same.map(({ pair, input }) => reported(ctx, idOf(pair), input, 'again')));
      const [one, other] = sameAsOther(again) ?? [];
      if (one === undefined || other === undefined) return report(pass);
      const expected = `figures that differ from ${new URL(one.exchange.url).pathname}`;
      report(
        broken({ expected, actual: 'the same figures at every time', pointer: '/data', exchange: other.exchange }),
      );
    },
    mutants: (at) => mutants(at(operation)),
  };
}

const ofMarket = <Sent extends Request>(request: Sent) => ({
  ...request,
  path: request.path.split('/').slice(0, -2).join('/'),
});

/** Faulty servers that return the same answer for all pairs with a common side. */
const ofOneSide = (place: Place) =>
  Object.fromEntries(
    sides.map((side) => [
      `${place.operation.id} reads ${side} alone`,
      place.remembering<Map<string, string>>((kept, request, next) => {
        kept.value ??= new Map();
        const path = kept.value.get(String(request.inputs[side])) ?? request.path;
        kept.value.set(String(request.inputs[side]), path);
        return next({ ...request, path });
      }),
    ]),
  );

const pointsIn = (reply: Reply) => objectsOf(valueAt(successOf(reply), '/data'));

export default [
  ofPair('listPairStats', 'listMarketStats', (place) => ({
    ...ofOneSide(place),
    'the statistics of every pair are those of the one asked for first': answersTheFirstPath(place),
    'the statistics of a pair are those of the whole market': place.request(ofMarket),
    'a pair is worth as much as the whole market': place.instead(async (request, next) => {
      const [reply, whole] = [await next(request), pointsIn(await next(ofMarket(request)))];
      const worth = new Map(whole.map(({ ts, value }) => [ts, value]));
      const points = pointsIn(reply).map((point) => ({ ...point, value: worth.get(point['ts']) ?? point['value'] }));
      return points.length === 0 ? reply : jsonReply(200, { ts: Date.now(), data: points });
    }),
    'what is no pair has the statistics of the whole market': place.instead(async (request, next) => {
      const reply = await next(request);
      return successOf(reply) === undefined ? next(ofMarket(request)) : reply;
    }),
  })),
  ofPair('listCandles', null, (place) => ({
    ...ofOneSide(place),
    'the candles of every pair are those of the one asked for first': answersTheFirstPath(place),
    'candles are kept by the ids in order: those of some pairs are turned round': place
      .when(({ inputs }) => String(inputs['base']) > String(inputs['quote']))
      .value('/data/*', turned),
    'the prices of one candle change places': place.value('/data/5', turned),
    'the prices of the last candle change places': place.value('/data', (candles) =>
      (Array.isArray(candles) ? candles : []).map((candle, index, { length }) =>
        index === length - 1 ? turned(candle) : candle,
      ),
    ),
  })),
];
