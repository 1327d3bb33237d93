/** What lending's documents leave open, and how it is observed. */
import { randomUUID } from 'node:crypto';
import { inputsOf } from '../../find/find.ts';
import { callOf } from '../../model/call.ts';
import { type Exchange, isSuccess, outcomeText, successJson } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { formatInstant } from '../../model/time.ts';
import { valuesOf } from '../open/lists.ts';
import { askOpen, refusals } from '../open/requests.ts';
import { acceptance, distinct, each, formOf, type Look, notSeen, open, unseen } from '../open/words.ts';
import { askRpc, askTransactions, itemsOf } from './calls.ts';
import { askForPayment, payMembers } from './pay-requests.ts';
import { directionOf, rowsOf, times } from './transactions.ts';

const rpcRoute: Look = async (talk) => {
  const { rpcProtocols } = talk.scene;
  if (rpcProtocols.length === 0) return notSeen('the target names no RPC address');
  return each(rpcProtocols, async (name) => {
    const [protocol] = rpcProtocols.filter((one) => one === name);
    if (protocol === undefined) return null;
    const exchange = await askRpc(talk, protocol, 'AllMarkets');
    return isSuccess(exchange) ? new URL(exchange.url).pathname : outcomeText(exchange);
  });
};

function need(exchange: Exchange): string {
  const { outcome } = exchange;
  if (outcome.kind === 'answer' && (outcome.status === 401 || outcome.status === 403)) return 'asks for a token';
  return isSuccess(exchange) ? 'public' : `unclear, ${outcomeText(exchange)}`;
}

const whichOperations: Look = async (talk) => {
  const told: string[] = [];
  for (const operation of talk.scene.api.operations) {
    const options = { label: operation.id, credentials: 'none', intent: 'open' } as const;
    const [found] = await inputsOf(talk, operation.id);
    if (found !== undefined) {
      told.push(`${operation.id}: ${need(await talk.ask(callOf(operation, found.input, options)))}`);
    }
  }
  return told.join('; ');
};

/** What RPC lists when it is asked without an offset and a limit. */
const unset: Look = async (talk) =>
  each(talk.scene.rpcProtocols, async (name) => {
    const [protocol] = talk.scene.rpcProtocols.filter((one) => one === name);
    const items = protocol === undefined ? null : itemsOf(await askRpc(talk, protocol, 'Transactions'));
    return items === null ? notSeen('it was refused') : `${items.length} transactions`;
  });

const snapshots: Look = async (talk) => {
  const items = itemsOf(await askTransactions(talk, 'list')) ?? [];
  const forms = distinct(items.map(({ snapshot_trace_id: id }) => formOf(id)));
  return forms === null ? notSeen('there are no transactions') : `snapshot_trace_id: ${forms}`;
};

const users: Look = async (talk) => {
  const items = itemsOf(await askTransactions(talk, 'list')) ?? [];
  const count = new Set(items.map(({ user_id: user }) => user)).size;
  return items.length === 0 ? notSeen('there are no transactions') : count > 1 ? 'of several users' : 'of one user';
};

/** How a payment is answered that lacks a member, or has another memo. */
function payments(changes: Readonly<Record<string, JsonObject>>): Look {
  return async (talk) => {
    const { body } = await askForPayment(talk, 'a payment');
    return each(Object.keys(changes), async (name) => {
      const change = { body: { ...body, trace_id: randomUUID(), follow_id: randomUUID(), ...changes[name] } };
      const exchange = await askOpen(talk, 'createPayRequest', name, change);
      return exchange === null ? null : acceptance(exchange);
    });
  };
}

const emptyList: Look = async (talk) => {
  const far = { offset: '2999-12-31T00:00:00Z' };
  const answers = [
    successJson(await askTransactions(talk, 'late', far)),
    successJson(await askTransactions(talk, 'early', { offset: '1970-01-02T00:00:00Z' })),
  ];
  const empty = answers.find((json) => json === null || (Array.isArray(json) && json.length === 0));
  return empty === undefined ? notSeen('no empty list was answered') : JSON.stringify(empty);
};

const directions = {
  ascending: 'ascending by created_at',
  descending: 'descending by created_at',
  level: notSeen('no two transactions at different times'),
  mixed: 'not ordered',
} as const;

const sortDirection: Look = async (talk) => {
  const rows = rowsOf(await askTransactions(talk, 'list'));
  return rows === null ? notSeen('no list of transactions') : directions[directionOf(rows)];
};

const sortTime: Look = async (talk) => {
  const exchange = await askTransactions(talk, 'list');
  return `by ${times.filter((member) => directionOf(rowsOf(exchange, member) ?? []) !== 'mixed').join(', or ') || 'neither'}`;
};

/** What limits bring of which the documents say nothing. */
function limits(...values: readonly string[]): Look {
  return async (talk) => {
    const told: string[] = [];
    for (const limit of values) {
      const exchange = await askTransactions(talk, `limit ${limit}`, { limit }, 'open');
      const items = itemsOf(exchange);
      told.push(`limit=${limit}: ${items === null ? outcomeText(exchange) : `${items.length} transactions`}`);
    }
    return told.join('; ');
  };
}

const offsetBound: Look = async (talk) => {
  const told = `an empty offset: ${acceptance(await askTransactions(talk, 'empty', { offset: '' }, 'open'))}`;
  const [row] = rowsOf(await askTransactions(talk, 'list')) ?? [];
  if (row === undefined) return `${told}; a transaction at the offset: ${notSeen('there is none')}`;
  const page = rowsOf(await askTransactions(talk, 'page', { offset: formatInstant(row.time) }, 'open')) ?? [];
  return `${told}; a transaction at the offset: ${page.some(({ id }) => id === row.id) ? 'in' : 'not in'} the page`;
};

const linkScheme: Look = async (talk) => {
  const { exchange } = await askForPayment(talk, 'scheme');
  const json = isSuccess(exchange) ? successJson(exchange) : undefined;
  const url = isObject(json) ? json['url'] : undefined;
  return (typeof url === 'string' ? /^([^:]+):\/\//.exec(url)?.[1] : undefined) ?? notSeen('no deep link');
};

function shapeOf({ action, data }: JsonObject): string {
  const members = isObject(data) ? Object.keys(data).sort().join(', ') : 'no object';
  return `${String(action)} {${members}}`;
}

/** Document 1 shows the data of Supply and Mint. */
const shown = new Set([1, 5]);

const dataShapes: Look = async (talk) => {
  const items = itemsOf(await askTransactions(talk, 'list')) ?? [];
  const shapes = distinct(items.filter(({ action }) => !shown.has(Number(action))).map(shapeOf));
  return shapes === null
    ? notSeen('no transaction of another action')
    : `by action: ${shapes.replaceAll('}, ', '}; ')}`;
};

export default [
  open('lending.rpc.route', rpcRoute),
  open('lending.access.which-operations', whichOperations),
  open(
    'lending.errors.responses',
    refusals({
      'malformed query': { operation: 'listTransactions', change: { query: { offset: 'yesterday' } } },
      'incomplete body': { operation: 'createPayRequest', change: { body: {} } },
    }),
  ),
  open('lending.listTransactions.sort-direction', sortDirection),
  open('lending.listTransactions.limit-form', limits('0', '-1', '1.5', 'many')),
  open('lending.listTransactions.limit-maximum', limits('501', '1000', '100000')),
  open('lending.listTransactions.offset-bound', offsetBound),
  open('lending.Market.status.values', valuesOf('listMarkets', 'status')),
  open('lending.PayResponse.url.scheme', linkScheme),
  open('lending.TransactionData.shapes', dataShapes),
  open('lending.listTransactions.time', sortTime),
  open('lending.listTransactions.whose', users),
  open('lending.Transactions.unset', unset),
  open('lending.Transaction.snapshot_trace_id.records', snapshots),
  open('lending.lists.null', emptyList),
  open(
    'lending.PayRequest.required',
    payments(Object.fromEntries(payMembers.map((name) => [`without ${name}`, { [name]: undefined }]))),
  ),
  open(
    'lending.PayRequest.memo_base64.content',
    payments({ 'a memo of zeros': { memo_base64: 'AAAA' }, 'an empty memo': { memo_base64: '' } }),
  ),
  unseen('lending.rpc.package', 'the target names the route; numbers of fields show in binary protocols only'),
  unseen('lending.Transactions.data-form', 'the advice on it tells what the bytes hold'),
  unseen('lending.PayRequest.with_gas.meaning', 'what gas costs shows when a payment is made, which takes a wallet'),
  unseen('lending.PayResponse.url.path', 'both are documented, for payments of two services'),
  unseen('lending.lifetime.binding', 'the advice on lifetimes tells how long a token works'),
  unseen('lending.access.network-token', 'a client makes the token; a server cannot show how'),
  unseen('lending.access.token-claims', 'the service does not show what it reads in a token'),
  unseen('lending.limits.rate', 'asking until a limit is met would harm a server that has none'),
  unseen('lending.envelope.wrapping', 'both forms are documented, and the wire rules hold each answer to its own'),
  unseen('lending.events', 'nothing is documented that could be asked for'),
  unseen('lending.versioning.deprecation', 'a policy, not a behaviour'),
  unseen('lending.Market.parameters', 'figures are seen, but not what they mean'),
  unseen(
    'lending.Market.price_updated_at.name',
    'both names are documented, and the rules on RPC hold each to its own',
  ),
];
