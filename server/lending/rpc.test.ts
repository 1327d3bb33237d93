import { create } from '@bufbuild/protobuf';
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { type Market, rpc, type Transaction } from '@wallet-services/contract/lending';
import { describe, expect, test } from 'vitest';
import { call, post, sharedTestServer, testServer } from '../testing/server.ts';
import { twirpClient } from '../testing/twirp.ts';
import { instantKey } from '../values/index.ts';

type Lending = Client<typeof rpc.Lending>;
type Urls = { readonly httpUrl: string; readonly rpcUrl: string };

/** A client for each protocol and encoding. */
const clients: readonly (readonly [string, (urls: Urls) => Lending])[] = [
  [
    'Connect, protobuf',
    ({ httpUrl }) => createClient(rpc.Lending, createConnectTransport({ baseUrl: httpUrl, httpVersion: '1.1' })),
  ],
  [
    'Connect, JSON',
    ({ httpUrl }) =>
      createClient(
        rpc.Lending,
        createConnectTransport({ baseUrl: httpUrl, httpVersion: '1.1', useBinaryFormat: false }),
      ),
  ],
  [
    'Connect under the base address',
    ({ httpUrl }) =>
      createClient(rpc.Lending, createConnectTransport({ baseUrl: `${httpUrl}/lending`, httpVersion: '1.1' })),
  ],
  [
    'Connect over HTTP/2',
    ({ rpcUrl }) => createClient(rpc.Lending, createConnectTransport({ baseUrl: rpcUrl, httpVersion: '2' })),
  ],
  [
    'gRPC-Web',
    ({ httpUrl }) => createClient(rpc.Lending, createGrpcWebTransport({ baseUrl: httpUrl, httpVersion: '1.1' })),
  ],
  [
    'gRPC-Web under the base address',
    ({ httpUrl }) =>
      createClient(rpc.Lending, createGrpcWebTransport({ baseUrl: `${httpUrl}/lending`, httpVersion: '1.1' })),
  ],
  ['gRPC', ({ rpcUrl }) => createClient(rpc.Lending, createGrpcTransport({ baseUrl: rpcUrl }))],
  [
    'Twirp, protobuf',
    ({ httpUrl }) => twirpClient(rpc.Lending, `${httpUrl}/twirp/lending.v1.Lending`, 'application/protobuf'),
  ],
  ['Twirp, JSON', ({ httpUrl }) => twirpClient(rpc.Lending, `${httpUrl}/twirp/lending.v1.Lending`, 'application/json')],
  ['Twirp, short route', ({ httpUrl }) => twirpClient(rpc.Lending, `${httpUrl}/twirp/Lending`, 'application/json')],
];

const payment = {
  assetId: '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51',
  amount: '0.5',
  traceId: 'b5f3f2a4-7a6e-4c19-9a6b-4d2f7a2f3f50',
  followId: '0f5c4d3b-2a19-4807-96f5-e4d3c2b1a098',
  memoBase64: 'AQAPXE07KhlIB5b15NPCsaCY',
  withGas: true,
};

function secondsOf(time: string): { seconds: bigint; nanos: number } {
  const key = instantKey(time) ?? '';
  return { seconds: BigInt(Date.parse(`${key.slice(0, 19)}Z`) / 1000), nanos: Number(key.slice(20)) };
}

async function refusalOf(call: Promise<unknown>): Promise<ConnectError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConnectError) return error;
  throw new Error(`the call was not refused, but ${JSON.stringify(error)}`);
}

const reading = sharedTestServer();

describe.each(clients)('lending over %s', (_name, clientOf) => {
  async function served(start = reading) {
    const server = await start();
    return { client: clientOf(server), api: `${server.httpUrl}/lending/api/v1`, httpUrl: server.httpUrl };
  }

  test('lists the markets of HTTP, without version, with price_update_at', async () => {
    const { client, api } = await served();
    const http = (await call(`${api}/markets/all`)).body as { data: Market[] };
    const { data } = await client.allMarkets({});
    expect(data).toHaveLength(http.data.length);
    for (const [position, { version: _version, price_updated_at, ...market }] of http.data.entries()) {
      expect(data[position]).toMatchObject({
        id: BigInt(market.id),
        assetId: market.asset_id,
        ctokenAssetId: market.ctoken_asset_id,
        totalCash: market.total_cash,
        utilizationRate: market.utilization_rate,
        exchangeRate: market.exchange_rate,
        supplyApy: market.supply_apy,
        borrowApy: market.borrow_apy,
        blockNumber: BigInt(market.block_number),
        suppliers: BigInt(market.suppliers),
        status: market.status,
        priceUpdateAt: secondsOf(price_updated_at),
        createdAt: secondsOf(market.created_at),
        updatedAt: secondsOf(market.updated_at),
      });
    }
  });

  test('lists the transactions of HTTP, with data as the bytes of the object', async () => {
    const { client, api } = await served();
    const offset = '2021-08-17T11:14:49.123456789Z';
    const http = (await call(`${api}/transactions?offset=${offset}&limit=3`)).body as Transaction[];
    const { data } = await client.transactions({ offset: secondsOf(offset), limit: 3 });
    expect(data).toHaveLength(3);
    for (const [position, transaction] of http.entries()) {
      const message = data[position];
      expect(message).toMatchObject({
        id: BigInt(transaction.id),
        action: transaction.action,
        traceId: transaction.trace_id,
        userId: transaction.user_id,
        followId: transaction.follow_id,
        assetId: transaction.asset_id,
        amount: transaction.amount,
        createdAt: secondsOf(transaction.created_at),
      });
      expect(message?.snapshotTraceId).toBe(transaction.snapshot_trace_id);
      expect(JSON.parse(new TextDecoder().decode(message?.data))).toEqual(transaction.data);
    }
  });

  test('a limit of 0 means the default, and 500 is the maximum', async () => {
    const { client } = await served();
    expect((await client.transactions({})).data).toHaveLength(500);
    expect((await client.transactions({ limit: 0 })).data).toHaveLength(500);
    expect((await client.transactions({ limit: 2_147_483_647 })).data).toHaveLength(500);
  });

  test('lists price requests with receivers and signers', async () => {
    const { client } = await served();
    const { data } = await client.priceRequest({});
    expect(data.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'SOL', 'USDC']);
    for (const { receiver, signers, threshold } of data) {
      expect(receiver?.members.length).toBeGreaterThanOrEqual(receiver?.threshold ?? 0);
      expect(signers.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5]);
      expect(signers.every(({ verifyKey }) => Buffer.from(verifyKey, 'base64').length === 32)).toBe(true);
      expect(threshold).toBe(3);
    }
  });

  test('a pay request returns a link with a code that can be looked up', async () => {
    const { client, httpUrl } = await served(testServer);
    const { url } = await client.payRequest(payment);
    expect(url).toMatch(/^wallet:\/\/codes\/[0-9a-f-]{36}$/);
    const code = await call(`${httpUrl}/wallet/codes/${url.split('/').at(-1)}`);
    expect(code.body).toMatchObject({ amount: '0.5', trace_id: payment.traceId, with_gas: true });
  });

  test('a pay request means the same as over HTTP', async () => {
    const { client, api } = await served(testServer);
    const { url } = await client.payRequest({ ...payment, withGas: false });
    const body = {
      asset_id: payment.assetId,
      amount: '0.50',
      trace_id: payment.traceId,
      follow_id: payment.followId,
      memo_base64: payment.memoBase64,
    };
    expect((await post(`${api}/pay-requests`, body)).body).toEqual({ url });
  });

  test.each([
    ['a UUID that is none', { assetId: 'btc' }, 'asset_id'],
    ['no UUID', { traceId: '' }, 'trace_id'],
    ['an amount that is no decimal', { amount: '1e3' }, 'amount'],
    ['an amount that is not positive', { amount: '-1' }, 'amount'],
    ['a memo that is not base64', { memoBase64: '***' }, 'memo_base64'],
  ])('rejects a pay request with %s', async (_what, change, member) => {
    const { client } = await served();
    const error = await refusalOf(client.payRequest({ ...payment, ...change }));
    expect(error.code).toBe(Code.InvalidArgument);
    expect(error.rawMessage).toContain(member);
  });

  test('rejects a trace id that was used with other content', async () => {
    const { client } = await served(testServer);
    await client.payRequest(payment);
    const error = await refusalOf(client.payRequest({ ...payment, withGas: false }));
    expect(error.code).toBe(Code.AlreadyExists);
  });

  test('rejects a negative limit', async () => {
    const { client } = await served();
    const error = await refusalOf(client.transactions({ limit: -1 }));
    expect(error).toMatchObject({ code: Code.InvalidArgument, rawMessage: expect.stringContaining('limit') });
  });
});

/** Only binary protobuf can carry such a time. */
describe.each(clients.filter(([name]) => !name.includes('JSON') && !name.includes('short')))(
  'lending over %s',
  (_name, clientOf) => {
    test.each([
      ['after the year 9999', 253_402_300_800n, 0],
      ['with negative nanoseconds', 0n, -1],
    ])('rejects an offset %s', async (_what, seconds, nanos) => {
      const request = create(rpc.TransactionReqSchema, { offset: { seconds, nanos } });
      const error = await refusalOf(clientOf(await reading()).transactions(request));
      expect(error).toMatchObject({ code: Code.InvalidArgument, rawMessage: expect.stringContaining('offset') });
    });
  },
);
