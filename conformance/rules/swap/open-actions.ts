/** What swap's documents leave open of actions, orders and authorizations. */
import { itemsOf } from '../../find/find.ts';
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';
import { seededUuid } from '../../model/uuid.ts';
import { askOpen, several, taken, topMembers } from '../open/requests.ts';
import { acceptance, distinct, each, formOf, type Look, notSeen, open } from '../open/words.ts';
import type { Scene, Talk } from '../rule.ts';
import { objectAt } from '../shared/answers.ts';
import { askAction, paidAction } from './actions.ts';
import { authorizationOf } from './authorization.ts';
import { isUuid } from './brokers.ts';
import { swapKnown } from './known.ts';

const NOT_ACCEPTED = notSeen('no action was accepted');

const encryption: Look = async (talk) => {
  const { action } = await paidAction(talk);
  const memos: unknown[] = [];
  for (const label of ['a memo', 'another memo']) {
    memos.push(objectAt(await askAction(talk, label, { action }), '/data')?.['action']);
  }
  const [first, second] = memos;
  if (typeof first !== 'string' || typeof second !== 'string') return NOT_ACCEPTED;
  const form = /^[0-9A-Za-z+/_-]+=*$/.test(first) ? 'base64' : 'other text';
  return `${form}, ${first === second ? 'the same each time' : 'another each time'}`;
};

const codeForm: Look = async (talk) => {
  const data = objectAt(await askAction(talk, 'a payment', await paidAction(talk)), '/data');
  if (data === null) return NOT_ACCEPTED;
  const { code, code_url: url } = data;
  const shown = typeof code === 'string' && code !== '' ? String(url).replaceAll(code, '<code>') : 'without the code';
  return `code: ${formOf(code)}; code_url: ${shown}`;
};

/** How changed actions are answered, each with its name. */
function actions(changes: Readonly<Record<string, JsonObject>>, tell: (exchange: Exchange) => string): Look {
  return async (talk) => {
    const paid = await paidAction(talk);
    return each(Object.keys(changes), async (name) => tell(await askAction(talk, name, { ...paid, ...changes[name] })));
  };
}

const codeOf = (exchange: Exchange) => objectAt(exchange, '/data')?.['code'];

function withCode(exchange: Exchange): string {
  const code = codeOf(exchange);
  if (!isSuccess(exchange)) return acceptance(exchange);
  return typeof code === 'string' && code !== '' ? 'with a code' : 'without a code';
}

const emptyInputs = actions(
  {
    'empty amount': { amount: '' },
    'empty asset_id': { asset_id: '' },
    'both empty': { amount: '', asset_id: '' },
    'amount 0': { amount: '0' },
  },
  withCode,
);

const traceId: Look = async (talk) => {
  const paid = await paidAction(talk);
  const body = { ...paid, trace_id: seededUuid(talk.scene.seed, talk.scene.run, 'swap', 'trace') };
  const first = await askAction(talk, 'a trace_id', body);
  if (!isSuccess(first)) return NOT_ACCEPTED;
  const compared = (exchange: Exchange) => {
    if (!isSuccess(exchange)) return acceptance(exchange);
    return codeOf(exchange) === codeOf(first) ? 'the same code' : 'another code';
  };
  const again = compared(await askAction(talk, 'the same trace_id', body));
  const other = { ...body, amount: `${String(paid['amount'])}5` };
  return `used again: ${again}; with another amount: ${compared(await askAction(talk, 'its other amount', other))}`;
};

/** How an authorization is answered. */
function authorizing(
  body: (scene: Scene) => JsonObject | null,
  credentials: 'given' | 'none' = 'given',
  tell: (exchange: Exchange) => string = acceptance,
): Look {
  return async (talk) => {
    const sent = body(talk.scene);
    if (sent === null) return notSeen('the target names no alternate broker, with its label');
    const exchange = await askOpen(talk, 'authorizeWallet', 'an authorization', { body: sent }, { credentials });
    return exchange === null ? null : tell(exchange);
  };
}

function brokerAlone(scene: Scene): JsonObject | null {
  const { id, label } = swapKnown(scene).alternate_broker ?? {};
  return id === undefined || label === undefined ? null : { broker_id: id, label };
}

function answerShape(exchange: Exchange): string {
  const json = successJson(exchange);
  if (json === undefined) return notSeen(acceptance(exchange));
  const data = isObject(json) ? json['data'] : undefined;
  return data === undefined
    ? 'no data'
    : `data with ${isObject(data) ? Object.keys(data).sort().join(', ') : 'no members'}`;
}

/** The order that is found, and the follow id that found it. */
async function orderOf(talk: Talk) {
  const exchange = await askOpen(talk, 'readOrder', 'an order');
  const order = objectAt(exchange ?? undefined, '/data');
  return exchange === null || order === null ? null : { exchange, order };
}

function routesForm(routes: unknown): string {
  if (typeof routes !== 'string' || routes === '') return formOf(routes);
  if (/^[0-9a-z]+$/i.test(routes)) return 'letters and digits';
  return routes.split(/[,;|]/).every(isUuid) ? 'UUIDs' : 'other text';
}

const routes: Look = async (talk) => {
  const { order } = (await orderOf(talk)) ?? {};
  if (order === undefined) return null;
  const assets = Array.isArray(order['route_assets']) ? 'a list of route_assets' : 'no route_assets';
  return `${routesForm(order['routes'])}, beside ${assets}`;
};

const orderIds: Look = async (talk) => {
  const found = await orderOf(talk);
  if (found === null) return null;
  return found.exchange.url.includes(String(found.order['id'])) ? 'they are the same' : 'they differ';
};

const twoShapes: Look = async (talk) => {
  const [listed] = await itemsOf(talk, 'listTransactions');
  const [inside] = objectsOf((await orderOf(talk))?.order['transactions']);
  if (listed === undefined || inside === undefined) return notSeen('a list and an order with transactions are needed');
  const only = (some: JsonObject, others: JsonObject) =>
    distinct(Object.keys(some).filter((name) => !Object.hasOwn(others, name))) ?? 'nothing';
  return `in lists only: ${only(listed, inside)}; in orders only: ${only(inside, listed)}`;
};

const whoMayRead: Look = async (talk) => {
  if (talk.scene.target.otherCredentials['AccessToken'] === undefined) return notSeen('the target names no other user');
  return taken('readOrder', {}, { credentials: 'other' })(talk);
};

export default [
  open('swap.createAction.access', several({ 'without a token': taken('createAction', {}, { credentials: 'none' }) })),
  open('swap.Action.action.encryption', encryption),
  open('swap.Action.code_url.form', codeForm),
  open(
    'swap.ActionRequest.action.protocol',
    actions({ usual: {}, empty: { action: '' }, word: { action: 'swap' } }, acceptance),
  ),
  open('swap.ActionRequest.amount.empty', emptyInputs),
  open('swap.ActionRequest.trace_id.meaning', traceId),
  open(
    'swap.authorizeWallet.default-broker',
    several({ 'without broker_id and label': authorizing((scene) => ({ ...swapKnown(scene).authorization })) }),
  ),
  open('swap.authorizeWallet.access', several({ 'without a token': authorizing(authorizationOf, 'none') })),
  open('swap.WalletAuthorization.members', several({ 'broker_id and label alone': authorizing(brokerAlone) })),
  open('swap.WalletAuthorizationResponse.shape', authorizing(authorizationOf, 'given', answerShape)),
  open('swap.readOrder.who-may-read', several({ 'another user': whoMayRead })),
  open('swap.readOrder.id-and-follow-id', orderIds),
  open('swap.Order.routes.encoding', routes),
  open('swap.OrderResponse.envelope', topMembers('readOrder')),
  open('swap.Transaction.two-shapes', twoShapes),
];
