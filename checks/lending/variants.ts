/** Conforming variants of lending. No rule may fail on them. */
import { described, type Variant } from '@wallet-services/conformance/core';
import { eachObject, type JsonObject } from '@wallet-services/conformance/model';
import { type At, jsonReply, type Mutation, together } from '@wallet-services/conformance/mutation';
import {
  compressed,
  inZone,
  limitedRate,
  members,
  refusing,
  servedUnder,
  typed,
  withMembers,
} from '../shared/answers.ts';
import { overConnect } from '../shared/over-connect.ts';
import { type Listing, listing } from './variants/listing.ts';
import { filling, knownMemos, onceOnly, ownAssets } from './variants/payments.ts';

const METHODS = ['AllMarkets', 'PriceRequest', 'Transactions', 'PayRequest'];

/** Writes the names of members as in the .proto. */
function snakeCase(json: unknown): unknown {
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return eachObject(json, (object) =>
    Object.fromEntries(Object.entries(object).map(([name, inner]) => [snake(name), inner])),
  );
}

const ownStatus = (status: unknown) => 70 + Number(status);

/** Tokens of two users. */
const [VALID, OTHER] = ['a-token-that-is-valid', 'a-token-of-another'];

/** Requires a token everywhere. */
const closed: Mutation = () => (request, next) =>
  [VALID, OTHER].some((token) => request.headers['authorization'] === `Bearer ${token}`)
    ? next(request)
    : jsonReply(401, { msg: 'a token is needed' });

/** Has no data. */
const empty = (at: At): Mutation =>
  together(
    at('listMarkets').answer(() => ({ data: [] })),
    at('listTransactions').answer(() => []),
    ...METHODS.filter((method) => method !== 'PayRequest').map((method) =>
      at.rpc(method).instead(() => jsonReply(200, {})),
    ),
  );

const [DIRECTION, BOUND] = ['lending.listTransactions.sort-direction', 'lending.listTransactions.offset-bound'];
const [TIME, MAXIMUM] = ['lending.listTransactions.time', 'lending.listTransactions.limit-maximum'];

/** Ways to list transactions, each with the open questions that it answers. */
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
    id,
    about,
    choices: (at: At) => [listing(at, choices)],
  })),
  { id: 'refuses a payment whose trace id it knows', about: [], choices: (at) => [onceOnly(at)] },
  {
    id: 'has a scheme, statuses and data of its own, empty ids of snapshots, and takes any limit',
    about: [
      'lending.PayResponse.url.scheme',
      'lending.Market.status.values',
      'lending.TransactionData.shapes',
      'lending.Transaction.snapshot_trace_id.records',
      'lending.listTransactions.limit-form',
    ],
    choices: (at) => [
      at('createPayRequest').value('/url', (url) => String(url).replace(/^\w+/, 'x-pay')),
      at('listMarkets').value('/data/*/status', ownStatus),
      at.rpc('AllMarkets').value('/data/*/status', ownStatus),
      at('listTransactions').items.each(({ data, ...item }) => ({
        snapshot_trace_id: '',
        ...item,
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
    choices: (at) => [knownMemos(at)],
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
  { id: 'has markets of its own', about: [], choices: (at) => [ownAssets(at)] },
  {
    id: 'names the members of RPC as in the .proto',
    about: [],
    choices: (at) => METHODS.map((method) => at.rpc(method).answer(snakeCase)),
  },
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
        request.path.includes('/lending.v1.Lending/') ? jsonReply(404, { code: 'unimplemented' }) : next(request),
      servedUnder('/Lending/', '/lending.v1.Lending/'),
    ],
  },
  {
    id: 'requires a token for every operation',
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
    choices: (at) => [empty(at)],
    undecided: ['lending.*'],
  },
];

export const variants: readonly Variant[] = ofLending.map((variant) => ({ target: overConnect, ...variant }));
