/** Conforming variants of swap. No rule may fail on them. */
import { described, type Variant } from '@wallet-services/conformance/core';
import { isObject, type JsonObject } from '@wallet-services/conformance/model';
import { type At, jsonReply, type Mutation, sentIn, successOf, withQuery } from '@wallet-services/conformance/mutation';
import { everyAnswer, idsInCapitals, limitedRate, onlyParameters, refusing, servedUnder } from '../shared/answers.ts';
import { numbered, ownPages } from '../shared/pages.ts';

const stats = ['listMarketStats', 'listPairStats'] as const;
const lists = ['listTransactions', 'listPairTransactions', 'listMyTransactions'] as const;
const ofPair = ['listPairStats', 'listCandles', 'listPairTransactions', 'listMyTransactions'] as const;

const NO_PAGE = { transactions: [], pagination: { next_cursor: '', has_next: false } };

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Candles in milliseconds, with inverted prices, and everything in reverse order. */
function backwards(at: At): readonly Mutation[] {
  const turned = (candle: unknown) =>
    Array.isArray(candle) ? [Number(candle[0]) * 1000, candle[2], candle[1]] : candle;
  return [
    at('listCandles').value('/data', (data) => (Array.isArray(data) ? data.map(turned).toReversed() : data)),
    ...stats.map((id) =>
      at(id).items.all((points) =>
        points.toReversed().map((point) => ({ ...point, date: iso(Number(point['ts'])).replace('Z', '+00:00') })),
      ),
    ),
  ];
}

const DAY = 86_400;

/** Only days, labelled by their end; a day is the default, and has its own letter. */
function daysOnly(at: At): readonly Mutation[] {
  const dayEnd = (point: JsonObject) => {
    const end = (Math.floor(Number(point['ts']) / DAY) + 1) * DAY;
    return { ...point, ts: end, date: iso(end) };
  };
  return [
    ...stats.flatMap((id) => [
      at(id).items.each(dayEnd),
      at(id).query(({ query }) => {
        const hours = /^(\d+)h$/.exec(query.get('dur') ?? '24h')?.[1];
        return hours === undefined ? {} : { dur: `${Math.max(Number(hours), 48)}h` };
      }),
    ]),
    at('listCandles').query(({ query }) => ({ dur: query.get('dur')?.replace(/^(\d+)d$/, '$10h') ?? '24h' })),
  ];
}

/** Pairs, assets and tickers under other names; whitelists beside data. */
function renamed(at: At): readonly Mutation[] {
  const pairNames = ({ base_asset_id, quote_asset_id, liquidity_asset_id: lp, ...pair }: JsonObject) => ({
    assets: [base_asset_id, quote_asset_id],
    lp,
    ...pair,
  });
  return [
    at('listPairs').answer((json) => {
      const { data, ...rest } = json as JsonObject;
      const { whitelists, ...shown } = data as JsonObject;
      return { ...rest, data: shown, ...(whitelists === undefined ? {} : { whitelists }) };
    }),
    at('listPairs').items.each(pairNames),
    at('listAssets').items.each(({ id, symbol }) => ({ asset_id: id, ticker: symbol })),
    at('listTickers').value('/data/*/last_price', (price) => Number(price).toExponential()),
  ];
}

/** Orders with ts, and with other ids and routes; any caller with a token may read them. */
function ownOrders(at: At): readonly Mutation[] {
  const order = at('readOrder');
  return [
    order.value('/ts', () => Date.now()),
    order.value('/data/id', (id) => String(id).replace(/^.{8}/, '00000000')),
    order.value('/data', (data) => {
      const assets = (data as JsonObject)['route_assets'];
      return { ...(data as JsonObject), routes: Array.isArray(assets) ? assets.join(';') : '' };
    }),
    order.remembering<string>(async (kept, request, next) => {
      const reply = await next(request);
      if (reply.kind !== 'reply') return reply;
      const { authorization } = request.headers;
      if (reply.status === 200) kept.value ??= authorization;
      if (reply.status !== 404 || kept.value === undefined) return reply;
      return next({ ...request, headers: { ...request.headers, authorization: kept.value } });
    }),
  ];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Accepts an inverted pair, returns nothing for an unknown pair, and the default broker for an unknown one. */
function lenient(at: At): readonly Mutation[] {
  const pairs = at('listPairs').instead(async (request, next) => {
    const reply = await next(request);
    const isUnknown = reply.kind === 'reply' && reply.status >= 400 && UUID.test(request.query.get('broker_id') ?? '');
    return isUnknown ? next(withQuery(request, { broker_id: undefined })) : reply;
  });
  const turned = ofPair.map((id) =>
    at(id).instead(async (request, next) => {
      const reply = await next(request);
      const { base = '', quote = '' } = request.inputs;
      if (reply.kind !== 'reply' || reply.status !== 404 || ![base, quote].every((one) => UUID.test(one))) return reply;
      const again = await next({ ...request, path: request.path.replace(`/${base}/${quote}`, `/${quote}/${base}`) });
      if (successOf(again) !== undefined) return again;
      return jsonReply(200, { ts: Date.now(), data: lists.some((list) => list === id) ? NO_PAGE : [] });
    }),
  );
  return [pairs, ...turned];
}

const symbolsOnly = (_: JsonObject, index: number): JsonObject => ({
  base_asset_id: null,
  quote_asset_id: null,
  liquidity_asset_id: null,
  symbol: `pair ${index}`,
});

function ownTransaction(item: JsonObject): JsonObject {
  const { type, base_amount: base, quote_amount: quote } = item;
  const unsigned = (amount: unknown) => String(amount).replace('-', '');
  const other = type === 'Swap' ? type : `Liquidity${String(type)}`;
  return { ...item, note: { text: 'x' }, type: other, base_amount: unsigned(base), quote_amount: unsigned(quote) };
}

/** Transactions of other types, without signs, with empty members that belong to other types. */
function ownTransactions(at: At): readonly Mutation[] {
  const nothing = { value: null, fee_value: null, follow_id: '', liquidity: null };
  return [
    ...lists.map((id) => at(id).items.each((item) => ({ ...ownTransaction(item), user_id: '' }))),
    at('readOrder').value('/data/transactions/*', (item) => ({ ...ownTransaction(item as JsonObject), ...nothing })),
    everyAnswer((json) => (isObject(json) ? { ...json, status: 'ok' } : json)),
  ];
}

/** Requires a token for operations that need none in the documents. */
const wantsToken = (at: At): readonly Mutation[] =>
  ['createAction', 'authorizeWallet'].map((id) =>
    at(id).refused(({ headers }) => headers['authorization'] === undefined, 401),
  );

/** Accepts each trace id once, writes codes in a form of its own, and leaves nothing out. */
function ownActions(at: At): Mutation {
  return at('createAction').remembering<Set<string>>(async (kept, request, next) => {
    const { amount, asset_id: asset, trace_id: trace } = sentIn(request);
    const isPaid = [amount, asset].every((one) => typeof one === 'string' && one !== '');
    if (!isPaid && (amount !== undefined || asset !== undefined)) return jsonReply(400, { msg: 'half a payment' });
    const reply = await next(request);
    const json = successOf(reply);
    if (!isObject(json)) return reply;
    kept.value ??= new Set();
    const key = typeof trace === 'string' && isPaid ? trace.toLowerCase() : null;
    if (key !== null && kept.value.has(key)) return jsonReply(409, { msg: 'trace_id was used' });
    if (key !== null) kept.value.add(key);
    const data = isObject(json['data']) ? json['data'] : {};
    const code = String(data['code']);
    const paid = { code: `pay-${code}`, code_url: `https://wallet.example.org/pay?c=${code}` };
    const { code_url: _url, ...rest } = data;
    return jsonReply(200, { ...json, data: { ...rest, ...(isPaid ? paid : { code: '' }), action: 'memo-1' } });
  });
}

/** Rejects periods under a day, pages of more than fifty, and a broker in the query of an action. */
function particular(at: At): readonly Mutation[] {
  return [
    ...[...stats, 'listCandles'].map((id) =>
      at(id).refused(({ query }) => Number(/^(\d+)h$/.exec(query.get('dur') ?? '')?.[1] ?? 24) < 24, 422),
    ),
    ...lists.map((id) => at(id).refused(({ query }) => Number(query.get('limit') ?? 1) > 50, 422)),
    at('createAction').refused(({ query }) => query.has('broker_id'), 422),
  ];
}

/** Writes shapes that the documents do not show, and null for absent values. */
function ownShapes(at: At): readonly Mutation[] {
  const known = [...stats, 'listCandles'].map((id) =>
    at(id).refused(({ query }) => (query.get('dur') ?? '4320h') !== '4320h'),
  );
  const elsewhere = '99999999-8888-4777-8666-555555555555';
  return [
    ...known,
    at('listAssets').items.each((asset, id) => ({ ...asset, id, price: { usd: 1 } })),
    at('listPairs').items.each((pair) => ({ ...pair, fee_percent: [3, 1000], swap_method: 1 })),
    at('listPairs').value('/data/whitelists', (list) => (Array.isArray(list) ? [...list, elsewhere] : list)),
    at('listPairs').value('/data/pair_count', (count, { query }) => (query.has('broker_id') ? 99 : count)),
    at('readInfo').value('/data/public_key', (key) => Buffer.from(String(key), 'base64').toString('base64url')),
    at('createAction').value('/data', (data) => ({ code: null, code_url: null, ...(data as object) })),
    at('authorizeWallet').reply((reply) =>
      successOf(reply) === undefined ? reply : { ...reply, status: 204, body: '', contentType: null },
    ),
  ];
}

/** Has no data yet. */
function empty(at: At): readonly Mutation[] {
  const missing = ['readOrder', ...ofPair].map((id) =>
    at(id).reply((reply) => (successOf(reply) === undefined ? reply : jsonReply(404, { msg: 'nothing' }))),
  );
  return [
    ...missing,
    at('listTransactions').value('/data', () => NO_PAGE),
    at('listPairs').value('/data', (data) => ({ ...(data as object), pairs: [], pair_count: 0, whitelists: [] })),
    at('listTickers').value('/data', () => ({})),
    at('listMarketStats').value('/data', () => []),
    at('listAssets').value('/data/assets', () => []),
  ];
}

/** Questions that need a token, an order, or the alternate broker. */
const withoutToken = [
  'input.valid-accepted',
  'input.invalid-refused',
  'swap.createAction.follow-id-reads-order',
  'swap.readOrder.*',
  'swap.Order.*',
  'swap.lifetime.*',
  'swap.listMyTransactions.*',
  'swap.authorizeWallet.*',
  'swap.listPairs.broker-filter',
  'swap.listPairs.shared-liquidity',
  'swap.listPairs.whitelist*',
];

export const variants: readonly Variant[] = [
  {
    id: 'pages run forwards in time; refuses with plain text and 422, unknown parameters and large limits too',
    about: [
      'swap.sorted.transactions',
      'swap.limited.page-sizes',
      'swap.paged.cursor-values',
      'swap.paged.cursor-type',
      'swap.errors.responses',
      'swap.inputs.unknown',
    ],
    choices: (at) => [
      refusing(() => ({ status: 422, contentType: 'text/plain', body: 'this cannot be answered' })),
      onlyParameters('cursor', 'limit', 'dur', 'broker_id'),
      ...ownPages(at, {
        ...numbered(),
        reversed: true,
        standard: 50,
        maximum: 100,
        beyond: 'refuse',
        unknown: 'refuse',
        last: () => '0',
      }),
    ],
  },
  {
    id: 'cuts limits at a hundred; series run backwards, candles in milliseconds and the other way round',
    about: [
      'swap.limited.page-sizes',
      'swap.paged.cursor-values',
      'swap.stats.sampling',
      'swap.Candle.timestamp-unit',
      'swap.Candle.price-direction',
    ],
    choices: (at) => [
      ...ownPages(at, {
        ...numbered(7_000_000_000_000),
        standard: 100,
        maximum: 100,
        beyond: 'cut',
        belowOne: 'standard',
        unknown: 'empty',
        last: () => 'end',
      }),
      ...backwards(at),
    ],
  },
  {
    id: 'serves under /api, refuses with an empty 403, repeats ids of requests, and limits its rate',
    about: ['swap.base-address', 'swap.errors.responses', 'swap.request-id', 'swap.limits.rate'],
    choices: () => [
      limitedRate(150),
      refusing(() => ({ status: 403, contentType: null, body: '', headers: { 'x-request-id': 'r-1' } })),
      servedUnder('/swap/api/', '/swap/'),
    ],
    target: described('swap', ({ url }) => ({ url: `${url}/api` })),
  },
  {
    id: 'names pairs and assets in its own way, whitelists beside data; orders with ts and ids of their own, for anyone',
    about: [
      'swap.Pair.shape',
      'swap.Asset.shape',
      'swap.PairSummary.whitelists.place',
      'swap.Ticker.periods',
      'swap.OrderResponse.envelope',
      'swap.readOrder.id-and-follow-id',
      'swap.readOrder.who-may-read',
      'swap.Order.routes.encoding',
      'swap.OrderState.transitions',
      'swap.access.token-claims',
    ],
    choices: (at) => [...renamed(at), ...ownOrders(at)],
  },
  {
    id: 'shows pairs by symbols, takes them the other way round, unknown brokers for the default one, no pair for nothing',
    about: [
      'swap.Pair.shape',
      'swap.pairs.direction',
      'swap.listPairs.unknown-broker',
      'swap.ActionRequest.broker_id.place',
      'swap.PairSummary.volume_24h.unit',
      'swap.pricing',
    ],
    choices: (at) => [at('listPairs').items.each(symbolsOnly), ...lenient(at)],
  },
  {
    id: 'has statistics of days only; transactions of other types, without signs, with null for what is not theirs',
    about: [
      'swap.stats.sampling',
      'swap.dur.default',
      'swap.dur.syntax',
      'swap.Transaction.type.values',
      'swap.Transaction.base_amount.sign',
      'swap.Transaction.two-shapes',
      'swap.Transaction.value.unit',
    ],
    choices: (at) => [...daysOnly(at), ...ownTransactions(at)],
  },
  {
    id: 'wants tokens for actions and authorizations, pays in its own way, and has ids in capitals',
    about: [
      'swap.createAction.access',
      'swap.authorizeWallet.access',
      'swap.WalletAuthorizationResponse.shape',
      'swap.WalletAuthorizationRequest.members',
      'swap.authorizeWallet.default-broker',
      'swap.Action.code_url.form',
      'swap.ActionRequest.amount.empty',
      'swap.ActionRequest.trace_id.meaning',
      'swap.Action.action.encryption',
      'swap.ActionRequest.action.protocol',
    ],
    choices: (at) => [
      idsInCapitals,
      ...wantsToken(at),
      ownActions(at),
      at('authorizeWallet').answer(() => ({ authorized: true })),
    ],
  },
  {
    id: 'knows one length of dur, answers authorizations with nothing, and writes null for what is not there',
    about: [
      'swap.dur.syntax',
      'swap.PairSummary.whitelists.relation',
      'swap.Action.code.condition',
      'swap.authorizeWallet.table',
      'swap.WalletAuthorizationResponse.shape',
      'swap.Asset.shape',
      'swap.Pair.shape',
    ],
    choices: ownShapes,
    undecided: ['swap.dur.window'],
  },
  {
    id: 'refuses stretches under a day, pages of more than fifty, and a broker in the query of an action',
    about: ['swap.dur.syntax', 'swap.limited.page-sizes', 'swap.ActionRequest.broker_id.place'],
    choices: particular,
  },
  {
    id: 'is known by its address alone',
    about: ['swap.WalletAuthorizationRequest.broker_id.value', 'swap.WalletAuthorizationRequest.label.value'],
    choices: () => [],
    target: (target) => ({ ...described('swap', () => ({ known: {} }))(target), signIn: {} }),
    undecided: withoutToken,
  },
  {
    id: 'has no data yet',
    about: [],
    choices: empty,
    target: described('swap', () => ({ known: {} })),
    undecided: [
      ...withoutToken,
      'swap.listPairStats.*',
      'swap.listCandles.*',
      'swap.listPairTransactions.*',
      'swap.listTransactions.*',
      'swap.Candle.*',
      'swap.MarketStat.*',
      'swap.Transaction.*',
      'swap.listMarketStats.*',
      'swap.moment.*',
      'swap.listTickers.*',
      'swap.dur.window',
    ],
  },
];
