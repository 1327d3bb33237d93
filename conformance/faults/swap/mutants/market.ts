/** Servers whose pairs, statistics and candles go wrong. */

import { changed, type Fault, isMeant, jsonReply, type Request, successOf } from '../../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { inside, refuses, withData, withQuery, withTop } from '../../vault/change.ts';
import { all, at, HARBOR, inEachPoint, inObject, inPoints, NOTHING, query, without } from '../change.ts';

const DUR = 'swap.dur.window';
const FILTER = 'swap.pairs.broker-filter';
const WHITELISTS = 'swap.pairs.whitelists';

const hasBroker = ({ query: asking }: Request) => asking.get('broker_id') === HARBOR;

/** Changes the pairs where the alternate broker is asked for. */
function withBroker(change: (data: JsonObject) => JsonObject): () => Fault {
  return inObject(at.pairs, (data, request) => (hasBroker(request) ? change(data) : data));
}

/** Answers the alternate broker's whitelists with everybody's pairs. */
function unfiltered(): Fault {
  return async (request, next) => {
    const reply = await next(request);
    const json = successOf(reply);
    if (!isMeant(request, at.pairs) || !hasBroker(request) || json === undefined) return reply;
    const everything = successOf(await next(withQuery(request, { broker_id: undefined })));
    const { whitelists } = inside(json, 'data');
    return jsonReply(200, withData(everything, { whitelists }));
  };
}

/** Reads a duration as another. */
function dur(matcher: RegExp, read: (hours: number) => string | undefined): () => Fault {
  return query(matcher, ({ query: asking }) => {
    const hours = /^(\d+)h$/.exec(asking.get('dur') ?? '')?.[1];
    return hours === undefined ? {} : { dur: read(Number(hours)) };
  });
}

/** The earliest points of half a year in place of the latest. */
function earliest(): Fault {
  return async (request, next) => {
    if (!isMeant(request, at.stats) || !request.query.has('dur')) return next(request);
    const reply = await next(request);
    const [asked, half] = [successOf(reply), successOf(await next(withQuery(request, { dur: '4320h' })))];
    if (!isObject(asked) || !isObject(half) || !Array.isArray(asked['data']) || !Array.isArray(half['data']))
      return reply;
    return jsonReply(200, withTop(asked, { data: half['data'].slice(0, asked['data'].length) }));
  };
}

const stretched: readonly Mutant[] = [
  { id: 'candles know no dur', kills: DUR, fault: query(at.candles, () => ({ dur: undefined })) },
  { id: 'statistics of a pair know no dur', kills: DUR, fault: query(at.pairStats, () => ({ dur: undefined })) },
  { id: 'dur counts days', kills: DUR, fault: dur(at.stats, (hours) => `${hours * 24}h`) },
  { id: 'dur counts minutes', kills: DUR, fault: dur(at.candles, (hours) => `${hours}m`) },
  { id: 'dur is a day at least', kills: DUR, fault: dur(at.pairStats, (hours) => `${Math.max(hours, 24)}h`) },
  {
    id: 'dur is a week at most, but for half a year',
    kills: DUR,
    fault: dur(at.stats, (hours) => `${hours === 4320 ? hours : Math.min(hours, 168)}h`),
  },
  { id: 'dur is doubled', kills: DUR, fault: dur(at.candles, (hours) => `${hours * 2}h`) },
  { id: 'dur is the earliest stretch, not the latest', kills: DUR, fault: () => earliest() },
  {
    id: 'dur is a stretch that ended forty days ago',
    kills: DUR,
    fault: () =>
      changed(at.pairStats, (json, { query: asking }) =>
        isObject(json) && asking.has('dur')
          ? {
              ...json,
              data: objectsOf(json['data']).map((point) => ({ ...point, ts: Number(point['ts']) - 3_456_000 })),
            }
          : json,
      ),
  },
  {
    id: 'statistics begin with a point of the year before',
    kills: DUR,
    fault: inEachPoint(at.stats, ({ ts }, index) => (index === 0 ? { ts: Number(ts) - 31_536_000 } : {})),
  },
];

const points: readonly Mutant[] = [
  {
    id: 'the points of statistics count milliseconds',
    kills: 'swap.stats.ts-seconds',
    fault: inEachPoint(at.stats, ({ ts }) => ({ ts: Number(ts) * 1000 })),
  },
  {
    id: 'the last point of statistics counts milliseconds',
    kills: 'swap.stats.ts-seconds',
    fault: inEachPoint(at.stats, ({ ts }, index, list) => (index === list.length - 1 ? { ts: Number(ts) * 1000 } : {})),
  },
  {
    id: 'the points of statistics count days',
    kills: 'swap.stats.ts-seconds',
    fault: inEachPoint(at.stats, ({ ts }) => ({ ts: Math.floor(Number(ts) / 86_400) })),
  },
  {
    id: 'the points of a pair count milliseconds',
    kills: 'swap.pair-stats.ts-seconds',
    fault: inEachPoint(at.pairStats, ({ ts }) => ({ ts: Number(ts) * 1000 })),
  },
  {
    id: 'the points of a pair count minutes',
    kills: 'swap.pair-stats.ts-seconds',
    fault: inEachPoint(at.pairStats, ({ ts }) => ({ ts: Math.floor(Number(ts) / 60) })),
  },
  {
    id: 'dates of statistics are eight hours ahead',
    kills: 'swap.stats.date-matches-ts',
    fault: inEachPoint(at.stats, ({ ts }) => ({ date: new Date(Number(ts) * 1000 + 28_800_000).toISOString() })),
  },
  {
    id: 'the last date of a pair’s statistics is that of the day before',
    kills: 'swap.stats.date-matches-ts',
    fault: inEachPoint(at.pairStats, ({ ts, date }, index, list) => ({
      date: index === list.length - 1 ? new Date(Number(ts) * 1000 - 86_400_000).toISOString() : date,
    })),
  },
  {
    id: 'the second price of a candle repeats the first',
    kills: 'swap.candles.reciprocal',
    fault: inPoints(at.candles, (candles) =>
      candles.map((candle) => (Array.isArray(candle) ? [candle[0], candle[1], candle[1]] : candle)),
    ),
  },
  {
    id: 'the second price of the last candle is a hundredth too high',
    kills: 'swap.candles.reciprocal',
    fault: inPoints(at.candles, (candles) =>
      candles.map((candle, index) =>
        Array.isArray(candle) && index === candles.length - 1
          ? [candle[0], candle[1], (Number(candle[2]) * 1.01).toFixed(12)]
          : candle,
      ),
    ),
  },
];

const brokers: readonly Mutant[] = [
  {
    id: 'the pairs want a broker_id',
    kills: 'swap.pairs.default-broker',
    fault: refuses((request) => isMeant(request, at.pairs) && !request.query.has('broker_id'), 400),
  },
  {
    id: 'the alternate broker answers where none is named',
    kills: 'swap.pairs.default-broker',
    fault: query(at.pairs, ({ query: asking }) => ({ broker_id: asking.get('broker_id') ?? HARBOR })),
  },
  {
    id: 'the default broker shows the selection of the alternate one',
    kills: 'swap.pairs.default-broker',
    fault: all(
      inObject(at.pairs, (data, request) => (hasBroker(request) ? data : { ...data, whitelists: null })),
      query(at.pairs, ({ query: asking }) => ({ broker_id: asking.get('broker_id') ?? HARBOR })),
    ),
  },
  { id: 'the alternate broker shows every pair', kills: FILTER, fault: () => unfiltered() },
  {
    id: 'the alternate broker shows a pair of its own',
    kills: FILTER,
    fault: withBroker(({ pairs, ...data }) => ({
      ...data,
      pairs: objectsOf(pairs).map((pair) => ({ ...pair, quote_asset_id: NOTHING })),
    })),
  },
  {
    id: 'the broker is read from the body only',
    kills: WHITELISTS,
    fault: query(at.pairs, () => ({ broker_id: undefined })),
  },
  {
    id: 'whitelists are symbols',
    kills: WHITELISTS,
    fault: withBroker((data) => ({ ...data, whitelists: ['BTC', 'USDC'] })),
  },
  {
    id: 'whitelists lack the last asset',
    kills: WHITELISTS,
    fault: withBroker(({ whitelists, ...data }) => ({
      ...data,
      whitelists: Array.isArray(whitelists) ? whitelists.slice(0, -1) : whitelists,
    })),
  },
  { id: 'whitelists are null', kills: WHITELISTS, fault: withBroker((data) => ({ ...data, whitelists: null })) },
  {
    id: 'whitelists come without a broker, too',
    kills: 'swap.pairs.whitelists-absent',
    fault: inObject(at.pairs, (data) => ({ whitelists: [NOTHING], ...data })),
  },
  {
    id: 'the summary counts seconds',
    kills: 'swap.pairs.ts-milliseconds',
    fault: inObject(at.pairs, ({ ts, ...data }) => ({ ...data, ts: Math.floor(Number(ts) / 1000) })),
  },
  {
    id: 'the summary of the alternate broker counts microseconds',
    kills: 'swap.pairs.ts-milliseconds',
    fault: withBroker(({ ts, ...data }) => ({ ...data, ts: Number(ts) * 1000 })),
  },
  {
    id: 'the alternate broker counts the pairs of the default one',
    kills: 'swap.pairs.pair-count',
    fault: withBroker((data) => ({ ...data, pair_count: 3 })),
  },
  {
    id: 'pair_count is one too small',
    kills: 'swap.pairs.pair-count',
    fault: inObject(at.pairs, ({ pair_count: count, ...data }) => ({ ...data, pair_count: Number(count) - 1 })),
  },
  {
    id: 'the alternate broker has liquidity tokens of its own',
    kills: 'swap.pairs.shared-liquidity',
    fault: withBroker(({ pairs, ...data }) => ({
      ...data,
      pairs: objectsOf(pairs).map((pair) => ({ ...pair, liquidity_asset_id: NOTHING })),
    })),
  },
];

const ACTION = { code: 'f2b4d6e8-0a1c-4e3f-9b5d-7c9e1f3a5b7d', code_url: 'https://wallet.example.org/codes/1' };

/** Changes an action, knowing what was asked. */
function inAction(change: (data: JsonObject, asked: JsonObject) => JsonObject): () => Fault {
  return () => async (request, next) => {
    const reply = await next(request);
    const json = successOf(reply);
    if (!isMeant(request, at.actions) || json === undefined) return reply;
    const body: unknown = JSON.parse(request.body);
    return jsonReply(200, withTop(json, { data: change(inside(json, 'data'), isObject(body) ? body : {}) }));
  };
}

function refusesAction(isRefused: (asked: JsonObject) => boolean): () => Fault {
  return refuses((request) => {
    const body: unknown = isMeant(request, at.actions) && request.body.startsWith('{') ? safely(request.body) : null;
    return isObject(body) && isRefused(body);
  }, 400);
}

function safely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const orders: readonly Mutant[] = [
  {
    id: 'an order is not found by its follow id',
    kills: 'swap.actions.follow-id-reads-order',
    fault: refuses((request) => isMeant(request, at.order), 404),
  },
  {
    id: 'an order lacks its last transaction',
    kills: 'swap.actions.follow-id-reads-order',
    fault: inObject(at.order, ({ transactions }) => ({ transactions: objectsOf(transactions).slice(0, -1) })),
  },
  {
    id: 'transactions inside an order have a value',
    kills: 'swap.orders.transaction-members',
    fault: inObject(at.order, ({ transactions }) => ({
      transactions: objectsOf(transactions).map((item) => ({ ...item, value: '1.5' })),
    })),
  },
  {
    id: 'the last transaction inside an order repeats the follow id',
    kills: 'swap.orders.transaction-members',
    fault: inObject(at.order, ({ transactions, id }) => ({
      transactions: objectsOf(transactions).map((item, index, all) =>
        index === all.length - 1 ? { ...item, follow_id: id } : item,
      ),
    })),
  },
  {
    id: 'the second transaction inside an order has no user',
    kills: 'swap.orders.transaction-members',
    fault: inObject(at.order, ({ transactions }) => ({
      transactions: objectsOf(transactions).map((item, index) => (index === 1 ? without(item, 'user_id') : item)),
    })),
  },
];

const actions: readonly Mutant[] = [
  {
    id: 'a paid action has no code_url',
    kills: 'swap.actions.code-with-payment',
    fault: inAction((data) => without(data, 'code_url')),
  },
  {
    id: 'the code of a paid action is empty',
    kills: 'swap.actions.code-with-payment',
    fault: inAction((data) => ({ ...data, code: '' })),
  },
  {
    id: 'the alternate broker makes no codes',
    kills: 'swap.actions.code-with-payment',
    fault: inAction((data, { broker_id: broker }) => (broker === HARBOR ? without(data, 'code', 'code_url') : data)),
  },
  {
    id: 'every action has a code',
    kills: 'swap.actions.no-code-without-payment',
    fault: inAction((data) => ({ ...ACTION, ...data })),
  },
  {
    id: 'an action has a code with an amount alone',
    kills: 'swap.actions.no-code-without-payment',
    fault: inAction((data, { amount }) => (amount === undefined ? data : { ...ACTION, ...data })),
  },
  {
    id: 'an action has a code_url with an asset alone',
    kills: 'swap.actions.no-code-without-payment',
    fault: inAction((data, { asset_id: asset }) =>
      asset === undefined ? data : { code_url: ACTION.code_url, ...data },
    ),
  },
  {
    id: 'an empty broker_id is an unknown broker',
    kills: 'swap.actions.default-broker',
    fault: refusesAction(({ broker_id: broker }) => broker === ''),
  },
  {
    id: 'an action wants a broker_id',
    kills: 'swap.actions.default-broker',
    fault: refusesAction(({ broker_id: broker }) => broker === undefined),
  },
  {
    id: 'an empty broker_id makes no code',
    kills: 'swap.actions.default-broker',
    fault: inAction((data, { broker_id: broker }) => (broker === '' ? without(data, 'code', 'code_url') : data)),
  },
  {
    id: 'nobody is authorized for the alternate broker',
    kills: 'swap.oauth.alternate-broker',
    fault: refuses((request) => isMeant(request, at.oauth) && request.body.includes(HARBOR), 403),
  },
];

export const marketMutants: readonly Mutant[] = [...stretched, ...points, ...brokers, ...orders, ...actions];
