/** Correct swap servers that choose otherwise where the documents leave it open. None may be blamed. */

import {
  changed,
  type Fault,
  isMeant,
  jsonReply,
  type Reply,
  type Request,
  successOf,
} from '../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';
import type { Target } from '../../target/target.ts';
import type { Twin } from '../mutant.ts';
import { inside, withData, withQuery, withTop } from '../vault/change.ts';
import { all, at, inEach, inEachPoint, inObject, inPoints, inTransactions, query } from './change.ts';
import { ownPages } from './own-pages.ts';

/** Writes refusals in its own way. */
function refusing(write: (status: number) => Reply): () => Fault {
  return () => async (request, next) => {
    const reply = await next(request);
    return reply.kind === 'reply' && reply.status >= 400 && reply.status < 500 ? write(reply.status) : reply;
  };
}

/** Refuses stretches under a day, pages of more than fifty, and a broker in the query of an action. */
const particular: Fault = (request, next) => {
  const { query: asked } = request;
  const hours = /^(\d+)h$/.exec(asked.get('dur') ?? '')?.[1] ?? '24';
  const isBroker = isMeant(request, at.actions) && asked.has('broker_id');
  const isRefused = isBroker || Number(hours) < 24 || Number(asked.get('limit') ?? '1') > 50;
  return isRefused ? { kind: 'reply', status: 422, contentType: null, body: '' } : next(request);
};

/** Changes what the target says of swap. */
function described(change: (swap: NonNullable<Target['services']['swap']>) => Partial<typeof swap>) {
  return (target: Target): Target => {
    const { swap } = target.services;
    return swap === undefined ? target : { ...target, services: { swap: { ...swap, ...change(swap) } } };
  };
}

function bodyOf({ body }: Request): JsonObject {
  try {
    const json: unknown = JSON.parse(body);
    return isObject(json) ? json : {};
  } catch {
    return {};
  }
}

const parameters = ['cursor', 'limit', 'dur', 'broker_id'];

/** A pair with other names for its members. */
function renamedPair({ base_asset_id, quote_asset_id, liquidity_asset_id, ...pair }: JsonObject): JsonObject {
  return { assets: [base_asset_id, quote_asset_id], lp: liquidity_asset_id, ...pair };
}

/** Lets the caller's order be read by whoever has a token. */
function openOrders(): Fault {
  let right: string | undefined;
  return async (request, next) => {
    const reply = await next(request);
    if (!isMeant(request, at.order) || reply.kind !== 'reply') return reply;
    const { authorization } = request.headers;
    if (reply.status === 200) right ??= authorization;
    if (reply.status !== 404 || right === undefined) return reply;
    return next({ ...request, headers: { ...request.headers, authorization: right } });
  };
}

/** Wants a token for what the documents show none for. */
const wantsToken: Fault = (request, next) => {
  const isMeantHere = isMeant(request, at.actions) || isMeant(request, at.oauth);
  if (!isMeantHere || request.headers['authorization'] !== undefined) return next(request);
  return jsonReply(401, { code: 401, msg: 'sign in' });
};

/** Takes each trace id once, writes codes in its own way, and leaves nothing out. */
function ownActions(): Fault {
  const traces = new Set<string>();
  return async (request, next) => {
    if (!isMeant(request, at.actions)) return next(request);
    const { amount, asset_id: asset, trace_id: trace } = bodyOf(request);
    const isPaid = typeof amount === 'string' && amount !== '' && typeof asset === 'string' && asset !== '';
    const hasHalf = !isPaid && (amount !== undefined || asset !== undefined);
    if (hasHalf) return jsonReply(400, { code: 400, msg: 'amount and asset_id belong together' });
    const reply = await next(request);
    const json = successOf(reply);
    if (json === undefined) return reply;
    if (isPaid && typeof trace === 'string') {
      const key = trace.toLowerCase();
      if (traces.has(key)) return jsonReply(409, { code: 409, msg: 'trace_id was used' });
      traces.add(key);
    }
    const { code } = inside(json, 'data');
    const codes = isPaid
      ? { code: `pay-${String(code)}`, code_url: `https://wallet.example.org/pay?c=${String(code)}` }
      : { code: '', code_url: null };
    const { code_url: url, ...shown } = codes;
    return jsonReply(200, withData(json, { ...shown, ...(url === null ? {} : { code_url: url }), action: 'memo-1' }));
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Takes a pair the other way round, shows nothing for what is no pair, and the default broker for an unknown one. */
function lenient(): Fault {
  return async (request, next) => {
    const reply = await next(request);
    if (reply.kind !== 'reply' || reply.status < 400 || reply.status === 401) return reply;
    if (isMeant(request, at.pairs) && UUID.test(request.query.get('broker_id') ?? '')) {
      return next(withQuery(request, { broker_id: undefined }));
    }
    const ids = /\/([^/]+)\/([^/]+)(\/mine|\/kline\/v2)?$/.exec(request.path);
    const [, base = '', quote = '', rest = ''] = ids ?? [];
    if (reply.status !== 404 || !UUID.test(base) || !UUID.test(quote)) return reply;
    const turned = request.path.replace(`/${base}/${quote}${rest}`, `/${quote}/${base}${rest}`);
    const again = await next({ ...request, path: turned });
    if (again.kind === 'reply' && again.status === 200) return again;
    const pagination = { next_cursor: '', has_next: false };
    const data = isMeant(request, at.lists) ? { transactions: [], pagination } : [];
    return jsonReply(200, { ts: Date.now(), data });
  };
}

/** Has no data yet. */
const empty: Fault = async (request, next) => {
  const reply = await next(request);
  const json = successOf(reply);
  const { path } = request;
  if (/\/(orders|stats\/markets|transactions)\/[^/]+/.test(path) && (json !== undefined || !/mine|orders/.test(path))) {
    return jsonReply(404, { code: 404, msg: 'nothing' });
  }
  if (json === undefined) return reply;
  const pagination = { next_cursor: '', has_next: false };
  if (isMeant(request, at.everyones)) return jsonReply(200, withData(json, { transactions: null, pagination }));
  if (isMeant(request, at.pairs))
    return jsonReply(200, withData(json, { pairs: null, pair_count: 0, whitelists: null }));
  if (isMeant(request, at.tickers)) return jsonReply(200, withTop(json, { data: {} }));
  if (isMeant(request, at.stats)) return jsonReply(200, withTop(json, { data: null }));
  if (isMeant(request, at.assets)) return jsonReply(200, withData(json, { assets: [] }));
  return reply;
};

/** Pages of fifty, the earliest first. */
const earliestFirst = ownPages({
  reversed: true,
  standard: 50,
  maximum: 100,
  beyond: 'refuse',
  firstCursor: 0,
  last: '0',
  unknown: 'refuse',
  empty: [],
});

/** Pages of a hundred at most. */
const hundreds = ownPages({
  reversed: false,
  standard: 100,
  maximum: 100,
  beyond: 'cut',
  firstCursor: 7_000_000_000_000,
  last: 'end',
  unknown: 'empty',
  empty: null,
});

const refusesUnknown: Fault = (request, next) => {
  const isUnknown = [...request.query.keys()].some((name) => !parameters.includes(name));
  return isUnknown ? jsonReply(400, { code: 400, msg: 'unknown parameter' }) : next(request);
};

/** Refuses one request in many, and repeats the id of each. */
function limited(): Fault {
  let requests = 0;
  return async (request, next) => {
    requests += 1;
    const isMuch = requests % 150 === 0;
    const reply = isMuch ? jsonReply(429, { msg: 'too many requests' }) : await next(request);
    if (reply.kind !== 'reply') return reply;
    return {
      ...reply,
      headers: { ...reply.headers, 'x-request-id': 'r-1', ...(isMuch ? { 'retry-after': '0' } : {}) },
    };
  };
}

const renamed = all(
  () =>
    changed(at.pairs, (json) => {
      const { whitelists, pairs, ...data } = inside(json, 'data');
      const shown = { ...data, pairs: objectsOf(pairs).map(renamedPair) };
      return withTop(json, { data: shown, ...(whitelists === undefined ? {} : { whitelists }) });
    }),
  inObject(at.assets, ({ assets }) => ({
    assets: objectsOf(assets).map(({ id, symbol }) => ({ asset_id: id, ticker: symbol })),
  })),
  inObject(at.tickers, (tickers) =>
    Object.fromEntries(
      Object.entries(tickers).map(([key, ticker]) => [
        key,
        isObject(ticker) ? { ...ticker, last_price: Number(ticker['last_price']).toExponential() } : ticker,
      ]),
    ),
  ),
);

const ownOrders = all(
  () => changed(at.order, (json) => withTop(json, { ts: Date.now() })),
  inObject(at.order, ({ id, route_assets: assets }) => ({
    id: String(id).replace(/^.{8}/, '00000000'),
    routes: Array.isArray(assets) ? assets.join(';') : '',
    route_assets: assets,
  })),
  () => openOrders(),
);

const symbolsOnly = inObject(at.pairs, ({ pairs, ...data }) => ({
  ...data,
  pairs: objectsOf(pairs).map((_, index) => ({
    base_asset_id: null,
    quote_asset_id: null,
    liquidity_asset_id: null,
    symbol: `pair ${index}`,
  })),
}));

const stats = [at.stats, at.pairStats];

const backwards = all(
  inPoints(at.candles, (candles) =>
    candles.map((candle) => (Array.isArray(candle) ? [candle[0] * 1000, candle[2], candle[1]] : candle)).toReversed(),
  ),
  ...stats.flatMap((matcher) => [
    inPoints(matcher, (points) => (points.length === 0 ? [] : points.toReversed())),
    inEachPoint(matcher, ({ ts }) => ({ date: new Date(Number(ts) * 1000).toISOString().replace('Z', '+00:00') })),
  ]),
);

/** Statistics have days only, labelled by their end; a day is the default, and has a letter of its own. */
const daysOnly = all(
  ...stats.flatMap((matcher) => [
    inEachPoint(matcher, ({ ts }) => {
      const end = (Math.floor(Number(ts) / 86_400) + 1) * 86_400;
      return { ts: end, date: new Date(end * 1000).toISOString() };
    }),
    query(matcher, ({ query: asking }) => {
      const hours = /^(\d+)h$/.exec(asking.get('dur') ?? '24h')?.[1];
      return hours === undefined ? {} : { dur: `${Math.max(Number(hours), 48)}h` };
    }),
  ]),
  query(at.candles, ({ query: asking }) => ({ dur: asking.get('dur')?.replace(/^(\d+)d$/, '$10h') ?? '24h' })),
);

function ownTransaction(item: JsonObject): JsonObject {
  return {
    ...item,
    type: item['type'] === 'Swap' ? 'Swap' : `Liquidity${String(item['type'])}`,
    base_amount: String(item['base_amount']).replace('-', ''),
    quote_amount: String(item['quote_amount']).replace('-', ''),
    note: { text: 'x' },
  };
}

const ownTransactions = all(
  inEach(at.lists, (item) => ({ ...ownTransaction(item), user_id: null })),
  inTransactions(at.order, (items) =>
    items.map((item) => ({ ...ownTransaction(item), value: null, fee_value: null, follow_id: '', liquidity: null })),
  ),
  () => changed(/./, (json) => (isObject(json) ? { ...json, status: 'ok' } : json)),
);

const capitals: Fault = async (request, next) => {
  const reply = await next({ ...request, path: request.path.toLowerCase() });
  if (reply.kind !== 'reply') return reply;
  const uuid = /"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(_[0-9a-f-]{36})?"/g;
  return { ...reply, body: reply.body.replaceAll(uuid, (id) => id.toUpperCase()) };
};

const withoutToken = [
  ...['input.invalid-refused', 'input.valid-accepted', 'swap.actions.follow-id-reads-order', 'swap.auth.bearer'],
  ...['swap.auth.token-lifetime', 'swap.my-transactions.own-only', 'swap.my-transactions.pair-only'],
  ...['swap.oauth.alternate-broker', 'swap.orders.transaction-members', 'swap.pairs.broker-filter'],
  ...['swap.pairs.shared-liquidity', 'swap.pairs.whitelists'],
];

const withoutData = [
  ...withoutToken,
  ...['swap.candles.reciprocal', 'swap.dur.window', 'swap.paging.cursor-continues', 'swap.paging.cursor-numeric'],
  ...['swap.paging.has-next', 'swap.paging.limit', 'swap.pair-stats.ts-seconds', 'swap.pair-transactions.pair-only'],
  ...['swap.stats.date-matches-ts', 'swap.stats.ts-seconds', 'swap.tickers.keys', 'swap.times.utc'],
  'swap.transactions.list-members',
];

export const twins: readonly Twin[] = [
  {
    id: 'pages run forwards in time; refuses with plain text and 422, unknown parameters and large limits too',
    about: [
      ...['swap.paging.order', 'swap.paging.page-sizes', 'swap.paging.cursor-values', 'swap.paging.cursor-type'],
      ...['swap.errors.responses', 'swap.requests.unknown-members'],
    ],
    fault: all(
      refusing(() => ({ kind: 'reply', status: 422, contentType: 'text/plain', body: 'this cannot be answered' })),
      () => refusesUnknown,
      earliestFirst,
    ),
  },
  {
    id: 'cuts limits at a hundred; series run backwards, candles in milliseconds and the other way round',
    about: [
      ...['swap.paging.page-sizes', 'swap.paging.cursor-values', 'swap.stats.sampling'],
      ...['swap.candles.timestamp-unit', 'swap.candles.price-direction'],
    ],
    fault: all(hundreds, backwards),
  },
  {
    id: 'serves under /api, refuses with an empty 403, repeats ids of requests, and limits its rate',
    about: ['swap.base.api-prefix', 'swap.errors.responses', 'swap.requests.id', 'swap.limits.rate'],
    fault: all(
      () => limited(),
      refusing((status) => ({ kind: 'reply', status: status === 429 ? 429 : 403, contentType: null, body: '' })),
      () => (request, next) => next({ ...request, path: request.path.replace('/swap/api/', '/swap/') }),
    ),
    target: described(({ url }) => ({ url: `${url}/api` })),
  },
  {
    id: 'names pairs and assets in its own way, whitelists beside data; orders with ts and ids of their own, for anyone',
    about: [
      ...['swap.pair.shape', 'swap.asset.shape', 'swap.pairs.whitelists-place', 'swap.tickers.periods'],
      ...['swap.order.envelope', 'swap.orders.id-and-follow-id', 'swap.orders.who-may-read', 'swap.order.routes'],
      ...['swap.order.transitions', 'swap.auth.token-claims'],
    ],
    fault: all(renamed, ownOrders),
  },
  {
    id: 'shows pairs by symbols, takes them the other way round, unknown brokers for the default one, no pair for nothing',
    about: [
      ...['swap.pair.shape', 'swap.pairs.direction', 'swap.pairs.unknown-broker', 'swap.brokers.broker-id-place'],
      ...['swap.pairs.volume-unit', 'swap.pricing'],
    ],
    fault: all(symbolsOnly, () => lenient()),
  },
  {
    id: 'has statistics of days only; transactions of other types, without signs, with null for what is not theirs',
    about: [
      ...['swap.stats.sampling', 'swap.dur.default', 'swap.dur.syntax', 'swap.transaction.types'],
      ...['swap.transaction.sign', 'swap.transaction.two-shapes', 'swap.transaction.value-unit'],
    ],
    fault: all(daysOnly, ownTransactions),
  },
  {
    id: 'wants tokens for actions and authorizations, pays in its own way, and has ids in capitals',
    about: [
      ...['swap.actions.auth', 'swap.oauth.auth', 'swap.oauth.answer', 'swap.oauth.body', 'swap.oauth.default-broker'],
      ...['swap.actions.code-url-form', 'swap.actions.empty-inputs', 'swap.actions.trace-id'],
      ...['swap.actions.encryption', 'swap.actions.protocol'],
    ],
    fault: all(
      () => capitals,
      () => wantsToken,
      () => ownActions(),
      () => changed(at.oauth, () => ({ authorized: true })),
    ),
  },
  {
    id: 'refuses stretches under a day, pages of more than fifty, and a broker in the query of an action',
    about: ['swap.dur.syntax', 'swap.paging.page-sizes', 'swap.brokers.broker-id-place'],
    fault: () => particular,
  },
  {
    id: 'is known by its address alone',
    about: ['swap.brokers.broker-id-value', 'swap.oauth.label-value'],
    fault: () => (request, next) => next(request),
    target: (target) => ({ ...described(() => ({ known: {} }))(target), signIn: {} }),
    undecided: withoutToken,
  },
  {
    id: 'has no data yet',
    about: [],
    fault: () => empty,
    target: described(() => ({ known: {} })),
    undecided: withoutData,
  },
];
