/** Correct servers that choose otherwise where the documents leave it open. None may be blamed. */
import { gzipSync } from 'node:zlib';
import { bodyOf, changed, type Fault, isMeant, jsonReply, successOf } from '../../fault/proxy/reply.ts';
import { isObject, objectsOf } from '../../model/json.ts';
import { formatInstant, parseInstant } from '../../model/time.ts';
import type { Target } from '../../target/target.ts';
import { withTokens } from './mutants/requests.ts';
import type { Choices } from './server/choices.ts';

export interface Twin {
  readonly id: string;
  readonly choices?: Partial<Choices>;
  readonly fault?: Fault;
  readonly target?: (target: Target) => Target;
  /** Rules that cannot be decided on this server; empty for most. */
  readonly undecided?: readonly string[];
}

const TRANSACTIONS = '/api/v1/transactions';

const PAY_REQUESTS = '/api/v1/pay-requests';

const traces = new Set<unknown>();

/** Refuses a payment whose trace id it knows. */
const onceOnly: Fault = async (request, next) => {
  const body = bodyOf(request);
  const trace = isMeant(request, PAY_REQUESTS) && isObject(body) ? body['trace_id'] : undefined;
  if (traces.has(trace)) return jsonReply(409, {});
  const reply = await next(request);
  if (trace !== undefined && successOf(reply) !== undefined) traces.add(trace);
  return reply;
};

/** The same moment, written with the UTC offset of the server's place. */
function inZone(text: unknown, minutes: number): string {
  return formatInstant(parseInstant(String(text)) ?? 0n, minutes);
}

function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeCase(inner),
    ]),
  );
}

/** An asset that is in no example. */
const OWN_ASSET = '99999999-8888-4777-8666-555555555555';

/** Has markets of its own, and takes payments in their assets only. */
const ownAssets: Fault = async (request, next) => {
  if (request.path.endsWith('/pay-requests') || request.path.endsWith('/PayRequest')) {
    return request.body.includes(OWN_ASSET) || !/asset_?id/i.test(request.body)
      ? next(request)
      : jsonReply(404, { msg: 'no market of this asset' });
  }
  const reply = await next(request);
  if (!/markets\/all|AllMarkets/.test(request.path) || reply.kind !== 'reply') return reply;
  return { ...reply, body: reply.body.replaceAll('4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51', OWN_ASSET) };
};

export const twins: readonly Twin[] = [
  { id: 'refuses a payment whose trace id it knows', fault: onceOnly },
  { id: 'runs backwards in time', choices: { direction: 'descending' } },
  { id: 'leaves out the transaction at the offset', choices: { inclusive: false } },
  { id: 'runs backwards, without the offset', choices: { direction: 'descending', inclusive: false } },
  { id: 'keeps microseconds', choices: { precision: 1000n } },
  { id: 'keeps milliseconds, and runs backwards', choices: { precision: 1_000_000n, direction: 'descending' } },
  {
    id: 'has many transactions at the same time, and leaves out those at the offset',
    choices: { precision: 3_600_000_000_000n, inclusive: false },
  },
  { id: 'has markets of its own', fault: ownAssets },
  {
    id: 'names the members of RPC as in the .proto',
    fault: async (request, next) => {
      const reply = await next(request);
      if (!request.path.startsWith('/lending.v1') || reply.kind !== 'reply') return reply;
      return { ...reply, body: JSON.stringify(snakeCase(JSON.parse(reply.body))) };
    },
  },
  { id: 'writes null for an empty list', choices: { empty: 'null' } },
  { id: 'adds members', choices: { extraMembers: true } },
  { id: 'refuses a limit above the maximum', choices: { maximum: { limit: 500, beyond: 'refuse' } } },
  { id: 'gives more than 500 when asked', choices: { maximum: { limit: 100_000, beyond: 'clamp' } } },
  {
    id: 'refuses with plain text and 422',
    choices: {
      refuse: (problem) => ({ kind: 'reply', status: 422, contentType: 'text/plain', body: problem }),
    },
  },
  {
    id: 'refuses with an empty 404',
    choices: { refuse: () => ({ kind: 'reply', status: 404, contentType: null, body: '' }) },
  },
  { id: 'serves RPC under the short name', choices: { rpcRoute: '/Lending/' } },
  {
    id: 'asks for a token everywhere',
    choices: { token: { valid: 'a-token-that-is-valid' } },
    target: withTokens,
  },
  {
    id: 'writes its times in UTC+8',
    fault: changed(TRANSACTIONS, (json) =>
      objectsOf(json).map((item) => ({
        ...item,
        created_at: inZone(item['created_at'], 480),
        updated_at: inZone(item['updated_at'], 480),
      })),
    ),
  },
  {
    id: 'compresses its answers',
    fault: async (request, next) => {
      const reply = await next(request);
      if (reply.kind !== 'reply') return reply;
      const body = gzipSync(reply.body).toString('latin1');
      return { ...reply, body, binary: true, headers: { 'content-encoding': 'gzip' } };
    },
  },
  {
    id: 'writes its content type in capitals',
    fault: async (request, next) => {
      const reply = await next(request);
      return reply.kind === 'reply' && reply.status === 200
        ? { ...reply, contentType: 'Application/JSON; Charset=UTF-8' }
        : reply;
    },
  },
  {
    id: 'writes 64-bit integers of RPC as text, and every member',
    fault: changed('lending.v1.Lending/AllMarkets', (json) => ({
      data: objectsOf(isObject(json) ? json['data'] : []).map((market) => ({
        ...market,
        id: String(market['id']),
        blockNumber: String(market['blockNumber']),
      })),
    })),
  },
  {
    id: 'limits its rate',
    fault: (() => {
      let asked = 0;
      return (request, next) => {
        asked += 1;
        if (asked % 10 !== 0) return next(request);
        const reply = jsonReply(429, { msg: 'too many requests' });
        return reply.kind === 'reply' ? { ...reply, headers: { 'retry-after': '0' } } : reply;
      };
    })(),
  },
  {
    id: 'has no data yet',
    fault: async (request, next) => {
      if (request.method === 'POST' && /AllMarkets|Transactions|PriceRequest/.test(request.path))
        return jsonReply(200, {});
      const reply = await next(request);
      if (request.method !== 'GET' || reply.kind !== 'reply' || reply.status !== 200) return reply;
      return jsonReply(200, request.path.endsWith(TRANSACTIONS) ? [] : { data: [] });
    },
    undecided: [
      'lending.rpc.markets-match-http',
      'lending.rpc.market-without-version',
      'lending.rpc.transactions-match-http',
      'lending.rpc.transaction-data-bytes',
      'lending.numbers.decimal-string',
      'lending.times.offset',
      'lending.markets.all',
      'lending.transactions.order-by-time',
      'lending.transactions.limit',
      'lending.transactions.limit-default',
      'lending.transactions.offset',
      'lending.transactions.supply-data',
      'lending.transactions.mint-data',
    ],
  },
];
