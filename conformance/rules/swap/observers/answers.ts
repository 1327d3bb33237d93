/** How answers look where the documents do not show it: refusals, envelopes, shapes, fields. */
import { strayCall } from '../../../model/call.ts';
import { type Exchange, isSuccess, successJson } from '../../../model/exchange.ts';
import { isObject, type JsonObject, objectsOf } from '../../../model/json.ts';
import type { Rule, Scene } from '../../rule.ts';
import { listOf, objectOf } from '../../shared/data.ts';
import { acceptance, answerForm, distinct, notSeen, observeCall, observer } from '../../shared/observe.ts';
import { ask, isUuid } from '../calls.ts';
import { findMine, findOrder } from '../discover.ts';
import { swapKnown } from '../known.ts';
import { summaryOf } from '../pairs.ts';

/** The members of some objects, all together. */
function membersOf(objects: readonly JsonObject[]): string {
  const names = distinct(objects.flatMap((object) => Object.keys(object)));
  return names.length === 0 ? notSeen('there is none') : names.join(', ');
}

export const apiPrefix: Rule = observer('swap.base.api-prefix', 'readInfo', function* (scene) {
  const plain = yield ask(scene, 'readInfo', 'as documented');
  const prefixed = yield strayCall('/api/info', 'with /api in front');
  const base = new URL(scene.target.url).pathname.endsWith('/api') ? 'ends in /api' : 'does not end in /api';
  return `the base address ${base}; /info: ${acceptance(plain)}; /api/info: ${acceptance(prefixed)}`;
});

export const errorForm: Rule = observer('swap.errors.responses', null, function* (scene) {
  const malformed = yield ask(scene, 'listTransactions', 'malformed query', {
    query: { limit: '***' },
    intent: 'invalid',
  });
  const incomplete = yield ask(scene, 'readOrder', 'no token', {
    path: { follow_id: '00000000-0000-4000-8000-000000000000' },
    credentials: 'none',
    intent: 'open',
  });
  const unknown = yield strayCall('/no-such-path', 'unknown path');
  return [malformed, incomplete, unknown].map((one) => `${one.call.label}: ${answerForm(one)}`).join('; ');
});

export const assetShape: Rule = observeCall(
  'swap.asset.shape',
  'listAssets',
  (scene) => ask(scene, 'listAssets', 'assets'),
  (exchange) => membersOf(listOf(exchange, 'assets') ?? []),
);

export const pairShape: Rule = observeCall(
  'swap.pair.shape',
  'listPairs',
  (scene) => ask(scene, 'listPairs', 'pairs'),
  (exchange) => membersOf(summaryOf(exchange)?.pairs ?? []),
);

/** How a figure is written. */
function figureForm(value: unknown): string {
  if (typeof value !== 'string') return typeof value;
  if (/^-?\d+(\.\d+)?$/.test(value)) return 'plain decimals';
  return Number.isNaN(Number(value)) || value === '' ? 'other text' : 'decimals with an exponent';
}

export const tickerFigures: Rule = observeCall(
  'swap.tickers.periods',
  'listTickers',
  (scene) => ask(scene, 'listTickers', 'tickers'),
  (exchange) => {
    const tickers = Object.values(objectOf(exchange) ?? {}).filter(isObject);
    const figures = tickers.flatMap(({ last_price, base_volume, quote_volume }) => [
      last_price,
      base_volume,
      quote_volume,
    ]);
    if (figures.length === 0) return notSeen('there are no tickers');
    return `figures are ${distinct(figures.map(figureForm)).join(', ')}; their period cannot be told from them`;
  },
);

export const orderEnvelope: Rule = observer('swap.order.envelope', 'readOrder', function* (scene) {
  const found = yield* findOrder(scene);
  const json = successJson(found?.exchange);
  if (!isObject(json)) return notSeen('no order of the caller was found');
  return Object.hasOwn(json, 'ts') ? 'with ts' : 'without ts';
});

export const orderIds: Rule = observer('swap.orders.id-and-follow-id', 'readOrder', function* (scene) {
  const found = yield* findOrder(scene);
  if (found === null) return notSeen('no order of the caller was found');
  return found.order['id'] === found.followId ? 'they are the same' : 'they differ';
});

function routesForm(routes: unknown): string {
  if (typeof routes !== 'string') return typeof routes;
  if (routes === '') return 'empty';
  if (/^[0-9a-z]+$/i.test(routes)) return 'letters and digits';
  return routes.split(/[,;|]/).every(isUuid) ? 'UUIDs' : 'other text';
}

export const orderRoutes: Rule = observer('swap.order.routes', 'readOrder', function* (scene) {
  const found = yield* findOrder(scene);
  if (found === null) return notSeen('no order of the caller was found');
  const assets = Array.isArray(found.order['route_assets']) ? 'a list of route_assets' : 'no route_assets';
  return `${routesForm(found.order['routes'])}, beside ${assets}`;
});

export const twoShapes: Rule = observer('swap.transaction.two-shapes', 'readOrder', function* (scene) {
  const [listed] = listOf(yield ask(scene, 'listTransactions', 'list'), 'transactions') ?? [];
  const found = yield* findOrder(scene);
  const [inside] = objectsOf(found?.order['transactions']);
  if (listed === undefined || inside === undefined) return notSeen('a list and an order with transactions are needed');
  const only = (some: JsonObject, others: JsonObject) =>
    distinct(Object.keys(some).filter((name) => !Object.hasOwn(others, name))).join(', ') || 'nothing';
  return `in lists only: ${only(listed, inside)}; in orders only: ${only(inside, listed)}`;
});

export const whoMayRead: Rule = observer('swap.orders.who-may-read', 'readOrder', function* (scene) {
  const found = yield* findOrder(scene);
  if (found === null) return notSeen('no order of the caller was found');
  if (scene.target.otherCredentials['AccessToken'] === undefined) return notSeen('the target names no other user');
  const parts = { path: { follow_id: found.followId }, credentials: 'other', intent: 'open' } as const;
  return `another user: ${acceptance(yield ask(scene, 'readOrder', 'another user', parts))}`;
});

/** A sample of transactions: everyone's latest, and the caller's. */
function* sample(scene: Scene) {
  const listed = listOf(
    yield ask(scene, 'listTransactions', 'sample', { query: { limit: '100' }, intent: 'open' }),
    'transactions',
  );
  const mine = yield* findMine(scene);
  return [...(listed ?? []), ...(mine?.items ?? [])];
}

export const transactionTypes: Rule = observer('swap.transaction.types', 'listTransactions', function* (scene) {
  const types = distinct((yield* sample(scene)).map(({ type }) => type));
  return types.length === 0 ? notSeen('there are no transactions') : types.join(', ');
});

function sign(value: unknown): string {
  const number = Number(value);
  return number < 0 ? '-' : number > 0 ? '+' : '0';
}

export const transactionSigns: Rule = observer('swap.transaction.sign', 'listTransactions', function* (scene) {
  const signs = (yield* sample(scene)).map(
    ({ type, base_amount: base, quote_amount: quote }) => `${String(type)} ${sign(base)}/${sign(quote)}`,
  );
  return signs.length === 0 ? notSeen('there are no transactions') : `base/quote: ${distinct(signs).join(', ')}`;
});

export const whitelistsPlace: Rule = observer('swap.pairs.whitelists-place', 'listPairs', function* (scene) {
  const broker = swapKnown(scene).alternate_broker;
  if (broker === undefined) return notSeen('the target names no alternate broker');
  const exchange: Exchange = yield ask(scene, 'listPairs', 'alternate', { query: { broker_id: broker.id } });
  const summary = summaryOf(exchange);
  if (!isSuccess(exchange) || summary?.whitelists === undefined) return notSeen(acceptance(exchange));
  if (summary.whitelists === null) return 'nowhere';
  return summary.whitelists.pointer === '/whitelists' ? 'beside data' : 'inside data';
});
