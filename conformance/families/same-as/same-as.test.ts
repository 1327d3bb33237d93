import { beforeAll, describe, expect, test } from 'vitest';
import type { SuiteContext } from '../../core/context.ts';
import type { RpcModel } from '../../model/document/rpc.ts';
import { isObject, type JsonObject } from '../../model/values/json.ts';
import { bodyOf, type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { openContract } from '../../run/contract.ts';
import { demanded, exchange, type SmallApi, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';
import { followSameAs } from './follow.ts';
import type { SameAs } from './sides.ts';

let rpc: RpcModel | null = null;
beforeAll(async () => {
  rpc = await openContract().rpc('lending');
});

const text = { type: 'string' };
const decimal = { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' };
const time = { type: 'string', format: 'date-time' };

function list(item: object, place: string) {
  const array = { type: 'array', items: item };
  return place === '' ? array : { type: 'object', properties: { [place.slice(1)]: array } };
}

function ofMethod(
  method: string,
  at: string,
  properties: Readonly<Record<string, object>>,
  more: object,
  query: readonly string[],
) {
  const rules = [demanded('same')];
  const api: SmallApi = {
    operations: {
      listThings: {
        request: 'GET /things',
        query,
        answer: list({ type: 'object', properties }, at),
        behaviour: [
          { family: 'list', items: at, noun: 'things', rules: [] },
          { family: 'limited', limit: 'limit', rules: [] },
          { family: 'same-as', rpc: `Lending/${method}`, ...more, rules },
        ],
      },
    },
  };
  return (): SuiteContext => ({ ...smallSuite(api), rpc, rpcProtocols: ['connect'] });
}

const markets = ofMethod(
  'AllMarkets',
  '/data',
  { id: { type: 'integer' }, asset_id: text, price: decimal, price_updated_at: time, version: { type: 'integer' } },
  { except: ['version'], renamed: { price_updated_at: 'price_update_at' } },
  [],
);

const MARKETS: readonly JsonObject[] = [
  { id: 1, asset_id: 'a1', price: '1.50', price_updated_at: '2021-08-17T11:14:49.123456789Z', version: 3 },
  { id: 2, asset_id: '', price: '0', price_updated_at: null, version: 1 },
];

const OVER_RPC: readonly JsonObject[] = [
  { id: '1', assetId: 'A1', price: '1.5', priceUpdateAt: '2021-08-17T11:14:49.123456789Z' },
  { id: '2', price: '0' },
];

function service(here: () => unknown, there: () => unknown): Handler {
  return ({ path }) => {
    if (path === '/things') return jsonReply(200, here());
    return path.startsWith('/lending.v1.Lending/') ? jsonReply(200, there()) : jsonReply(404, {});
  };
}

const shown = (items: readonly unknown[]) => () => ({ data: items });
const reported = async (handler: Handler) => (await reportedOfServer(markets, handler))['same'];

describe('an RPC that agrees', () => {
  test('in the JSON form of protobuf', async () => {
    expect(await reported(service(shown(MARKETS), shown(OVER_RPC)))).toEqual(['pass']);
  });

  test('where one side writes milliseconds only', async () => {
    const [first, second] = MARKETS;
    const short = [{ ...first, price_updated_at: '2021-08-17T11:14:49.123Z' }, second];
    expect(await reported(service(shown(short), shown(OVER_RPC)))).toEqual(['pass']);
  });

  test('while prices move with each request', async () => {
    let price = 0;
    const moving = (items: readonly JsonObject[]) => () => {
      price += 1;
      return { data: items.map((item) => ({ ...item, price: String(price) })) };
    };
    expect(await reported(service(moving(MARKETS), moving(OVER_RPC)))).toEqual(['pass']);
  });

  test('and one difference, met once, is what others did', async () => {
    let request = 0;
    const there = () => {
      request += 1;
      return { data: request === 1 ? OVER_RPC.slice(1) : OVER_RPC };
    };
    expect(await reported(service(shown(MARKETS), there))).toEqual(['pass']);
  });
});

describe('an RPC that disagrees', () => {
  const [first = {}, second = {}] = OVER_RPC;
  test.each([
    ['a figure', [{ ...first, price: '1.51' }, second]],
    ['a time of another zone', [{ ...first, priceUpdateAt: '2021-08-17T11:14:49.123456789+08:00' }, second]],
    ['a time cut to the second', [{ ...first, priceUpdateAt: '2021-08-17T11:14:49Z' }, second]],
    ['what has another name', [{ ...first, priceUpdateAt: undefined, priceUpdatedAt: first['priceUpdateAt'] }, second]],
    ['of less', [first]],
    ['of more', [first, second, { id: '3' }]],
  ])('%s', async (_, items) => {
    expect(await reported(service(shown(MARKETS), shown(items)))).toContain('broken');
  });

  test('and is not there at all', async () => {
    const handler: Handler = ({ path }) => (path === '/things' ? jsonReply(200, shown(MARKETS)()) : jsonReply(404, {}));
    expect(await reported(handler)).toEqual(['broken']);
  });
});

describe('nothing is decided', () => {
  test('without an RPC address', async () => {
    const suite = () => ({ ...markets(), rpc: null, rpcProtocols: [] });
    const verdicts = await reportedOfServer(suite, service(shown(MARKETS), shown(OVER_RPC)));
    expect(verdicts).toEqual({ same: ['unsupported'] });
  });

  test('without data, access, or a message', async () => {
    expect(await reported(service(shown([]), shown([])))).toEqual(['inconclusive']);
    expect(await reported(({ path }) => jsonReply(path === '/things' ? 200 : 401, shown(MARKETS)()))).toEqual([
      'blocked',
    ]);
    expect(await reported(service(shown(MARKETS), () => ({ data: 'markets' })))).toEqual(['blocked']);
  });
});

test('each mutant of markets is detected', async () => {
  const outcomes = await outcomesOf(markets, () => service(shown(MARKETS), shown(OVER_RPC)));
  expect(outcomes.length).toBeGreaterThan(7);
  expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
});

describe('pages of transactions', () => {
  const open = ofMethod(
    'Transactions',
    '',
    { id: { type: 'integer' }, created_at: time, amount: decimal, data: { type: 'object' } },
    {},
    ['limit', 'offset'],
  );
  const all = Array.from({ length: 20 }, (_, place) => ({
    id: place + 1,
    created_at: `2021-08-17T11:14:${10 + place}.5Z`,
    amount: `${place}.25`,
    data: { origin: place },
  }));
  const page = (offset: unknown, limit: unknown) => {
    const from = all.filter(
      ({ created_at: at }) => offset === undefined || Date.parse(at) >= Date.parse(String(offset)),
    );
    return from.slice(0, Number(limit ?? 500));
  };
  /** Without an offset the RPC begins somewhere else: what it means there is open. */
  const server: Handler = (request) => {
    const { path, query } = request;
    const message = bodyOf(request);
    const sent = isObject(message) ? message : {};
    if (path === '/things')
      return jsonReply(200, page(query.get('offset') ?? undefined, query.get('limit') ?? undefined));
    const items = page(sent['offset'] ?? all.at(-1)?.created_at, sent['limit']);
    const base64 = (data: unknown) => Buffer.from(JSON.stringify(data)).toString('base64');
    return jsonReply(200, {
      data: items.map(({ id, created_at: createdAt, amount, data }) => ({ id, createdAt, amount, data: base64(data) })),
    });
  };

  test('are compared with every input given', async () => {
    expect(await reportedOfServer(open, server)).toEqual({ same: ['pass'] });
  });

  test('are smaller for a side that refuses the larger ones', async () => {
    const usual = () => {
      const suite = open();
      const limited = {
        family: 'limited',
        schema: null,
        operation: 'listThings',
        limit: 'limit',
        default: 500,
        rules: [],
      };
      return { ...suite, api: { ...suite.api, declarations: [...suite.api.declarations, limited] } };
    };
    const narrow: Handler = (request) => {
      const message = bodyOf(request);
      return isObject(message) && Number(message['limit']) > 50
        ? jsonReply(400, { code: 'invalid_argument' })
        : server(request);
    };
    expect(await reportedOfServer(usual, server)).toEqual({ same: ['pass'] });
    expect(await reportedOfServer(usual, narrow)).toEqual({ same: ['pass'] });
  });

  test('each mutant is detected', async () => {
    const outcomes = await outcomesOf(open, () => server);
    expect(outcomes.map(({ id }) => id)).toContain('Transactions ignores offset');
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});

describe('two operations', () => {
  const item = { type: 'object', properties: { id: text, isbn: text, price: decimal } };
  const keyed = (key: string) =>
    smallSuite({
      operations: {
        listBooks: {
          request: 'GET /books',
          answer: list(item, '/books'),
          behaviour: [
            { family: 'list', items: '/books', noun: 'books', key, rules: [] },
            { family: 'same-as', operation: 'listPrices', renamed: { price: 'cost' }, rules: [demanded('same')] },
          ],
        },
        listPrices: {
          request: 'GET /prices',
          answer: list({ type: 'object', properties: { id: text, isbn: text, cost: decimal } }, '/prices'),
          behaviour: [{ family: 'list', items: '/prices', noun: 'prices', rules: [] }],
        },
      },
    });
  const open = () => keyed('id');
  const shop =
    (cost = '1.50'): Handler =>
    ({ path }) =>
      jsonReply(
        200,
        path === '/books'
          ? { books: [{ id: 'a', isbn: '1', price: '1.5' }] }
          : { prices: [{ id: 'A', isbn: '1', cost }] },
      );

  test('agree, or not', async () => {
    expect(await reportedOfServer(open, shop())).toEqual({ same: ['pass'] });
    expect((await reportedOfServer(open, shop('2')))['same']).toContain('broken');
  });

  test('match items by their keys, and decide nothing if those are missing', async () => {
    const books = ['x', 'y'].map((isbn) => ({ isbn, price: isbn === 'x' ? '1' : '2' }));
    const prices = books.map(({ isbn, price }) => ({ isbn, cost: price })).toReversed();
    const server: Handler = ({ path }) => jsonReply(200, path === '/books' ? { books } : { prices });
    expect(await reportedOfServer(() => keyed('isbn'), server)).toEqual({ same: ['pass'] });
    expect(await reportedOfServer(open, server)).toEqual({ same: ['inconclusive'] });
  });

  test('each mutant is detected', async () => {
    const outcomes = await outcomesOf(open, () => shop());
    expect(outcomes.length).toBe(3);
    expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  });
});

describe('traffic', () => {
  type Sent = readonly [operation: 'here', json: unknown] | readonly [message: JsonObject, json: unknown];

  /** The verdicts on exchanges that pass one after the other. */
  function followed(suite: SuiteContext, sent: readonly Sent[], query: Readonly<Record<string, string>> = {}) {
    const [declared] = suite.api.declarations.filter(({ family }) => family === 'same-as');
    const follow = followSameAs(declared as SameAs, suite);
    const verdicts: string[] = [];
    for (const [at, [what, json]] of sent.entries()) {
      const here = exchange(suite, 'listThings', [200, json], { query });
      const call = { kind: 'rpc', label: '', method: 'AllMarkets', protocol: 'connect', intent: 'valid' } as const;
      const passed = what === 'here' ? here : { ...here, call: { ...call, message: what } };
      follow({ exchange: passed, caller: 'ada', user: null, signed: true, began: at, at }, (_aspect, ...judgements) =>
        verdicts.push(...judgements.map(({ verdict }) => verdict)),
      );
    }
    return verdicts;
  }

  const here: Sent = ['here', { data: MARKETS }];
  const there = (price = '1.5', message: JsonObject = {}): Sent => [
    message,
    { data: [{ ...OVER_RPC[0], price }, OVER_RPC[1]] },
  ];
  const thrice = (...sent: readonly Sent[]) => [...sent, ...sent, ...sent, ...sent.slice(0, 1)];

  test.each<[string, readonly Sent[], readonly string[]]>([
    ['agrees', thrice(here, there()), ['pass', 'pass', 'pass']],
    ['differs', thrice(here, there('1.6')), ['broken']],
    ['differs for a request of another kind', thrice(here, there('1.6', { id: '7' })), []],
    ['differs for a request that selects by a list', thrice(here, there('1.6', { ids: ['7'] })), []],
    [
      'differs, with values that need not be sent',
      thrice(here, there('1.6', { id: 0, all: false, name: '' })),
      ['broken'],
    ],
  ])('over RPC that %s', (_, sent, verdicts) => expect(followed(markets(), sent)).toEqual(verdicts));

  test('over RPC with inputs is compared with a request with the same inputs', () => {
    const sent = thrice(here, there('1.6', { name: 'Pears', page: 2, open: true }));
    expect(followed(markets(), sent, { page: '2', name: 'PEARS', open: 'true' })).toEqual(['broken']);
    expect(followed(markets(), sent, { page: '2', name: 'Figs', open: 'true' })).toEqual([]);
  });
});
