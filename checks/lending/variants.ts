/** Correct lending servers that choose otherwise. None may be blamed. */

import { randomUUID } from 'node:crypto';
import { described, type Variant } from '@wallet-services/conformance/core';
import {
  eachObject,
  formatInstant,
  isObject,
  type JsonObject,
  objectsOf,
  parseInstant,
} from '@wallet-services/conformance/model';
import { type At, jsonReply, type Mutation, sentIn, successOf, withQuery } from '@wallet-services/conformance/mutation';
import { compressed, inZone, limitedRate, members, refusing, replies, typed, withMembers } from '../shared/answers.ts';
import { overConnect } from '../shared/over-connect.ts';

/** How a server lists its transactions. */
interface Listing {
  readonly descending?: boolean;
  /** Leaves out the transactions at the very offset. */
  readonly exclusive?: boolean;
  /** The offset is the end of the page that lies nearest to now, or to the beginning: the other way round. */
  readonly against?: boolean;
  /** The time that it goes by. */
  readonly by?: string;
  /** The smallest step of its times, and of the offsets it reads, in nanoseconds. */
  readonly precision?: bigint;
  /** A larger limit is cut to it, or refused. Default: 500. */
  readonly maximum?: number;
  readonly beyond?: 'refuse';
}

const timeOf = (item: JsonObject, by: string) => parseInstant(String(item[by])) ?? 0n;

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A transaction as the JSON of a message has it. */
function asMessage({ updated_at: _, data, ...item }: JsonObject): JsonObject {
  const named = Object.entries(item).map(([name, value]) => [camelCase(name), value]);
  return { ...Object.fromEntries(named), data: Buffer.from(JSON.stringify(data)).toString('base64') };
}

/** The RPC lists what HTTP lists, for the same offset and limit. */
function alsoOverRpc(list: Mutation): Mutation {
  return () => {
    const mutation = list();
    let path: string | undefined;
    return async (request, next) => {
      if (request.path.endsWith('/transactions')) path ??= request.path;
      if (!request.path.endsWith('/Transactions') || path === undefined) return mutation(request, next);
      const query = new URLSearchParams(Object.entries(sentIn(request)).map(([name, value]) => [name, String(value)]));
      const reply = await mutation({ ...request, method: 'GET', path, query, headers: {}, body: '' }, next);
      const items = successOf(reply);
      return items === undefined ? reply : jsonReply(200, { data: objectsOf(items).map(asMessage) });
    };
  };
}

/** The list of transactions as another server makes it, of everything that the one behind has. */
function listing(
  at: At,
  {
    descending = false,
    against = false,
    by = 'created_at',
    exclusive = false,
    precision = 1n,
    maximum = 500,
    beyond,
  }: Listing,
): Mutation {
  const cut = (time: bigint) => time - (time % precision);
  const page = (all: readonly JsonObject[], offset: bigint | null, limit: number) => {
    const known = all
      .map((item) => {
        const rounded = (name: string) => formatInstant(cut(parseInstant(String(item[name])) ?? 0n));
        return { ...item, created_at: rounded('created_at'), updated_at: rounded('updated_at') };
      })
      .toSorted((left, right) => Number(timeOf(left, by) - timeOf(right, by)));
    const ordered = descending ? known.toReversed() : known;
    const from = offset === null ? null : cut(offset);
    const isIn = (time: bigint) =>
      from === null || (time === from ? !exclusive : descending !== against ? time < from : time > from);
    return ordered.filter((item) => isIn(timeOf(item, by))).slice(0, limit);
  };
  return alsoOverRpc(() => {
    let all: Promise<readonly JsonObject[]> | undefined;
    return at('listTransactions').instead(async (request, next) => {
      const whole = async () => {
        const items: JsonObject[] = [];
        for (let offset: string | undefined; ; ) {
          const more = objectsOf(successOf(await next(withQuery(request, { offset, limit: '500' }))));
          const fresh = more.filter(({ id }) => !items.some((item) => item['id'] === id));
          items.push(...fresh);
          if (fresh.length === 0) return items;
          offset = String(more.at(-1)?.['created_at']);
        }
      };
      const given = await next(request);
      const text = request.query.get('limit') ?? '500';
      // What the server behind refuses is refused here as well.
      if (given.kind !== 'reply' || given.status !== 200 || !/^\d+$/.test(text)) return given;
      const limit = Number(text);
      if (limit > maximum && beyond === 'refuse') return jsonReply(400, { code: 400, msg: 'the limit is too large' });
      all ??= whole();
      const offset = parseInstant(request.query.get('offset') ?? '');
      return jsonReply(200, page(await all, offset, Math.min(limit, maximum)));
    })();
  });
}

/** Refuses a payment whose trace id it knows. */
const onceOnly = (at: At): Mutation => {
  const traces = new Set<unknown>();
  return at('createPayRequest').instead(async (request, next) => {
    const { trace_id: trace } = sentIn(request);
    if (traces.has(trace)) return jsonReply(409, {});
    const reply = await next(request);
    if (trace !== undefined && successOf(reply) !== undefined) traces.add(trace);
    return reply;
  });
};

/** An asset that is in no example. */
const OWN_ASSET = '99999999-8888-4777-8666-555555555555';

/** Makes up what a pay request lacks; over RPC nothing can be missing. */
const filling = (at: At): Mutation => {
  const example = at('createPayRequest').operation.body?.example;
  return at('createPayRequest').body((body) => ({
    ...(isObject(example) ? example : {}),
    ...{ trace_id: randomUUID(), follow_id: randomUUID() },
    ...body,
  }));
};

/** Takes the memos that it knows, which are in no document. */
const knownMemos: Mutation = () => (request, next) =>
  /pay-requests$|\/PayRequest$/.test(request.path) && request.body.includes('memo')
    ? Promise.resolve(jsonReply(422, { msg: 'the memo is of no known form' }))
    : next(request);

/** Has markets of its own, and takes payments in their assets only. */
const ownAssets: Mutation = () => {
  let first: string | undefined;
  return async (request, next) => {
    if (/pay-requests$|\/PayRequest$/.test(request.path)) {
      const isOwn = request.body.includes(OWN_ASSET) || !/asset_?id/i.test(request.body);
      if (!isOwn) return jsonReply(404, { msg: 'no market of this asset' });
      return next({ ...request, body: request.body.replaceAll(OWN_ASSET, first ?? OWN_ASSET) });
    }
    const reply = await next(request);
    if (!/markets\/all$|\/AllMarkets$/.test(request.path) || reply.kind !== 'reply') return reply;
    first ??= /"asset_?[iI]d":"([^"]+)"/.exec(reply.body)?.[1];
    return { ...reply, body: first === undefined ? reply.body : reply.body.replaceAll(first, OWN_ASSET) };
  };
};

function snakeCase(json: unknown): unknown {
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return eachObject(json, (object) =>
    Object.fromEntries(Object.entries(object).map(([name, inner]) => [snake(name), inner])),
  );
}

/** Changes the JSON answers of the RPC methods. */
function rpcAnswers(change: (json: unknown) => unknown): Mutation {
  return replies((reply, { path }) => {
    const json = path.includes('/lending.v1.Lending/') ? successOf(reply) : undefined;
    return json === undefined ? reply : { ...reply, body: JSON.stringify(change(json)) };
  });
}

const ownStatus = (status: unknown) => 70 + Number(status);

/** Tokens of two users. */
const [VALID, OTHER] = ['a-token-that-is-valid', 'a-token-of-another'];

/** Asks for a token everywhere. */
const closed: Mutation = () => (request, next) =>
  [VALID, OTHER].some((token) => request.headers['authorization'] === `Bearer ${token}`)
    ? next(request)
    : jsonReply(401, { msg: 'a token is needed' });

const nothing: Mutation = () => async (request, next) => {
  if (/AllMarkets|Transactions|PriceRequest/.test(request.path)) return jsonReply(200, {});
  const reply = await next(request);
  if (request.method !== 'GET' || successOf(reply) === undefined) return reply;
  return jsonReply(200, request.path.endsWith('/transactions') ? [] : { data: [] });
};

const [DIRECTION, BOUND] = ['lending.listTransactions.sort-direction', 'lending.listTransactions.offset-bound'];
const [TIME, MAXIMUM] = ['lending.listTransactions.time', 'lending.listTransactions.limit-maximum'];

/** How servers list transactions, with the open questions that they answer so. */
const listings: Readonly<Record<string, readonly [Listing, ...(readonly string[])]>> = {
  'runs backwards in time': [{ descending: true }, DIRECTION],
  'leaves out the transaction at the offset': [{ exclusive: true }, BOUND],
  'runs backwards, without the offset': [{ descending: true, exclusive: true }, DIRECTION, BOUND],
  'runs backwards in time, and back to the offset': [{ descending: true, against: true }, DIRECTION, BOUND],
  'goes by the time of the last change': [{ by: 'updated_at' }, TIME],
  'keeps microseconds': [{ precision: 1000n }],
  'keeps milliseconds, and runs backwards': [{ precision: 1_000_000n, descending: true }, DIRECTION],
  'has many transactions at the same time, and leaves out those at the offset': [
    { precision: 3_600_000_000_000n, exclusive: true },
    BOUND,
  ],
  'refuses a limit above the maximum': [{ beyond: 'refuse' }, MAXIMUM],
  'gives more than 500 when asked': [{ maximum: 100_000 }, MAXIMUM],
};

const ofLending: readonly Variant[] = [
  ...Object.entries(listings).map(([id, [choices, ...about]]) => ({
    ...{ id, about },
    choices: (at: At) => [listing(at, choices)],
  })),
  { id: 'refuses a payment whose trace id it knows', about: [], choices: (at) => [onceOnly(at)] },
  {
    id: 'has a scheme, statuses and data of its own, empty ids of snapshots, and takes any limit',
    about: [
      ...['lending.PayResponse.url.scheme', 'lending.Market.status.values', 'lending.TransactionData.shapes'],
      ...['lending.Transaction.snapshot_trace_id.records', 'lending.listTransactions.limit-form'],
    ],
    choices: (at) => [
      at('createPayRequest').value('/url', (url) => String(url).replace(/^\w+/, 'x-pay')),
      at('listMarkets').value('/data/*/status', ownStatus),
      at.rpc('AllMarkets').value('/data/*/status', ownStatus),
      at('listTransactions').items.each(({ data, ...item }) => ({
        ...{ snapshot_trace_id: '', ...item },
        data: { ...(data as JsonObject), note: [1] },
      })),
      at('listTransactions').query(({ query }) =>
        /^[1-9]\d*$/.test(query.get('limit') ?? '1') ? {} : { limit: undefined },
      ),
    ],
  },
  {
    id: 'makes up what a pay request lacks',
    about: ['all.inputs.required'],
    choices: (at) => [filling(at)],
  },
  {
    id: 'takes no memo but those of its own client',
    about: ['lending.PayRequest.memo_base64.content'],
    choices: () => [knownMemos],
    undecided: [
      'input.*',
      'lending.PayRequest.with-gas',
      'lending.createPayRequest.deep-link',
      'lending.createPayRequest.own-code',
    ],
  },
  {
    id: 'takes an offset only to the nanosecond',
    about: [],
    choices: (at) => [
      at('listTransactions').refused(({ query }) => !/\.\d{9}/.test(query.get('offset') ?? '.000000000'), 400),
    ],
  },
  { id: 'has markets of its own', about: [], choices: () => [ownAssets] },
  { id: 'names the members of RPC as in the .proto', about: [], choices: () => [rpcAnswers(snakeCase)] },
  { id: 'adds members', about: [], choices: () => [withMembers({ note: { text: 'x' } })] },
  {
    id: 'refuses with plain text and 422',
    about: ['lending.errors.responses'],
    choices: () => [refusing(() => ({ status: 422, contentType: 'text/plain', body: 'no' }))],
  },
  {
    id: 'refuses with an empty 404',
    about: ['lending.errors.responses'],
    choices: () => [refusing(() => ({ status: 404, contentType: null, body: '' }))],
  },
  {
    id: 'serves RPC under the short name',
    about: ['lending.rpc.route'],
    choices: () => [
      () => (request, next) =>
        request.path.includes('/lending.v1.Lending/')
          ? jsonReply(404, { code: 'unimplemented' })
          : next({ ...request, path: request.path.replace(/^\/Lending\//, '/lending.v1.Lending/') }),
    ],
  },
  {
    id: 'asks for a token everywhere',
    about: ['lending.access.which-operations'],
    choices: () => [closed],
    target: described('lending', () => ({
      credentials: { AccessToken: VALID },
      otherCredentials: { AccessToken: OTHER },
      expiredCredentials: { AccessToken: 'a-token-that-has-expired' },
      rpc: {},
    })),
  },
  {
    id: 'writes its times in UTC+8',
    about: [],
    choices: () => [members(/^(created|updated)_at$/, inZone(480))],
  },
  { id: 'compresses its answers', about: [], choices: () => [compressed] },
  { id: 'writes its content type in capitals', about: [], choices: () => [typed('Application/JSON; Charset=UTF-8')] },
  {
    id: 'writes 64-bit integers of RPC as text, and every member',
    about: [],
    choices: (at) => ['id', 'blockNumber'].map((name) => at.rpc('AllMarkets').value(`/data/*/${name}`, String)),
  },
  { id: 'limits its rate', about: ['lending.limits.rate'], choices: () => [limitedRate(10)] },
  {
    id: 'has no data yet',
    about: [],
    choices: () => [nothing],
    undecided: ['lending.*'],
  },
];

export const variants: readonly Variant[] = ofLending.map((variant) => ({ target: overConnect, ...variant }));
