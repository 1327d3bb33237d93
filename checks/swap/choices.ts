/** What the conforming variants of swap choose otherwise than the reference server. */
import { isObject, type JsonObject } from '@wallet-services/conformance/model';
import { type At, jsonReply, type Mutation, sentIn, successOf, withQuery } from '@wallet-services/conformance/mutation';
import { everyAnswer } from '../shared/answers.ts';

const stats = ['listMarketStats', 'listPairStats'] as const;
const lists = ['listTransactions', 'listPairTransactions', 'listMyTransactions'] as const;
const ofPair = ['listPairStats', 'listCandles', 'listPairTransactions', 'listMyTransactions'] as const;

const NO_PAGE = { transactions: [], pagination: { next_cursor: '', has_next: false } };

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Candles in milliseconds, with inverted prices, and everything in reverse order. */
export function backwards(at: At): readonly Mutation[] {
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
export function daysOnly(at: At): readonly Mutation[] {
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
export function renamed(at: At): readonly Mutation[] {
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
export function ownOrders(at: At): readonly Mutation[] {
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
export function lenient(at: At): readonly Mutation[] {
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

export const symbolsOnly = (_: JsonObject, index: number): JsonObject => ({
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
export function ownTransactions(at: At): readonly Mutation[] {
  const nothing = { value: null, fee_value: null, follow_id: '', liquidity: null };
  return [
    ...lists.map((id) => at(id).items.each((item) => ({ ...ownTransaction(item), user_id: '' }))),
    at('readOrder').value('/data/transactions/*', (item) => ({ ...ownTransaction(item as JsonObject), ...nothing })),
    everyAnswer((json) => (isObject(json) ? { ...json, status: 'ok' } : json)),
  ];
}

/** Requires a token for operations that need none in the documents. */
export const wantsToken = (at: At): readonly Mutation[] =>
  ['createAction', 'authorizeWallet'].map((id) =>
    at(id).refused(({ headers }) => headers['authorization'] === undefined, 401),
  );

/** Accepts each trace id once, writes codes in a form of its own, and leaves nothing out. */
export function ownActions(at: At): Mutation {
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
export function particular(at: At): readonly Mutation[] {
  return [
    ...[...stats, 'listCandles'].map((id) =>
      at(id).refused(({ query }) => Number(/^(\d+)h$/.exec(query.get('dur') ?? '')?.[1] ?? 24) < 24, 422),
    ),
    ...lists.map((id) => at(id).refused(({ query }) => Number(query.get('limit') ?? 1) > 50, 422)),
    at('createAction').refused(({ query }) => query.has('broker_id'), 422),
  ];
}

/** Writes shapes that the documents do not show, and null for absent values. */
export function ownShapes(at: At): readonly Mutation[] {
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
export function empty(at: At): readonly Mutation[] {
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
