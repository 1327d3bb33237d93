import { type CallOptions, type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { type Asset, type MarketStat, type Order, rpc, type TransactionPage } from '@wallet-services/contract/swap';
import { describe, expect, test } from 'vitest';
import { post } from '../testing/server.ts';
import { BTC, ETH, HARBOR, MIRA, type Served, SOL, sharedSwap, USDC } from '../testing/swap.ts';
import { twirpClient } from '../testing/twirp.ts';
import { timeOf } from '../values/index.ts';
import { openMemo } from './operations/actions/memo.ts';
import { sandboxGroupKey } from './seed/seed.ts';

type SwapClient = Client<typeof rpc.SwapService>;

/** A client for each protocol and encoding. */
const clients: readonly (readonly [string, (served: Served) => SwapClient])[] = [
  [
    'Connect, protobuf',
    ({ server }) =>
      createClient(rpc.SwapService, createConnectTransport({ baseUrl: server.httpUrl, httpVersion: '1.1' })),
  ],
  [
    'Connect, JSON, under the base address',
    ({ api }) =>
      createClient(
        rpc.SwapService,
        createConnectTransport({ baseUrl: api, httpVersion: '1.1', useBinaryFormat: false }),
      ),
  ],
  [
    'gRPC-Web',
    ({ server }) =>
      createClient(rpc.SwapService, createGrpcWebTransport({ baseUrl: server.httpUrl, httpVersion: '1.1' })),
  ],
  ['gRPC', ({ server }) => createClient(rpc.SwapService, createGrpcTransport({ baseUrl: server.rpcUrl }))],
  [
    'Twirp, protobuf',
    ({ server }) => twirpClient(rpc.SwapService, `${server.httpUrl}/twirp/swap.v1.SwapService`, 'application/protobuf'),
  ],
  [
    'Twirp, JSON',
    ({ server }) => twirpClient(rpc.SwapService, `${server.httpUrl}/twirp/swap.v1.SwapService`, 'application/json'),
  ],
];

const MIRA_ORDER = 'a3c5e7f9-1b2d-4f60-8a7c-9e0d1f2a3b4c';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

async function codeOf(call: Promise<unknown>): Promise<Code> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConnectError) return error.code;
  throw new Error(`the call was not refused, but ${JSON.stringify(error)}`);
}

const textOf = (time: { seconds: bigint; nanos: number } | undefined) => (time === undefined ? '' : timeOf(time));
const jsonOf = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

describe.each(clients)('swap over %s', (_name, clientOf) => {
  const served = sharedSwap();
  const credential = async (): Promise<CallOptions> => ({
    headers: { Authorization: `Bearer ${await served().tokenOf('Mira')}` },
  });

  test('returns the group, assets and tickers like HTTP', async () => {
    const client = clientOf(served());
    const group = await served().read<{ members: string[]; public_key: string; threshold: number }>('/info');
    expect((await client.readInfo({})).data).toMatchObject({
      members: group.members,
      publicKey: group.public_key,
      threshold: group.threshold,
    });
    const { assets } = await served().read<{ assets: Asset[] }>('/assets');
    expect((await client.listAssets({})).assets.map(jsonOf)).toEqual(assets);
    const tickers = (await client.listTickers({})).data;
    expect(tickers[`${BTC}_${USDC}`]).toMatchObject({ baseSymbol: 'BTC', lastPrice: '46208.8426037' });
  });

  test('returns pairs like HTTP, by broker', async () => {
    const client = clientOf(served());
    const http = await served().pairs();
    const { data } = await client.listPairs({});
    expect(data).toMatchObject({
      pairCount: 3n,
      transactionCount24h: 185n,
      volume24h: http.volume_24h,
      whitelists: [],
    });
    expect(data?.ts).toBe(BigInt(http.ts));
    expect(data?.pairs.map(jsonOf)).toEqual(http.pairs);
    expect((await client.listPairs({ brokerId: HARBOR })).data).toMatchObject({
      pairCount: 1n,
      whitelists: [BTC, USDC],
    });
    expect(await codeOf(client.listPairs({ brokerId: UNKNOWN_ID }))).toBe(Code.InvalidArgument);
    expect(await codeOf(client.listPairs({ brokerId: 'harbor' }))).toBe(Code.InvalidArgument);
  });

  test('returns statistics and candles like HTTP', async () => {
    const client = clientOf(served());
    const pair = { base: BTC, quote: USDC };
    const stats = await served().read<MarketStat[]>('/stats/markets?dur=72h');
    const { data } = await client.listMarketStats({ dur: '72h' });
    expect(data.map(({ ts, date, value, volume }) => ({ ts: Number(ts), date: textOf(date), value, volume }))).toEqual(
      stats,
    );
    expect((await client.listPairStats({ ...pair, dur: '48h' })).data).toHaveLength(2);
    expect((await client.listPairStats({ base: BTC, quote: SOL })).data).toEqual([]);
    const candles = (await client.listCandles({ ...pair, dur: '72h' })).data;
    expect(candles.at(-1)).toMatchObject({ timestamp: 1_629_158_400n, baseQuotePrice: '46208.8426037' });
    expect(await codeOf(client.listMarketStats({ dur: 'long' }))).toBe(Code.InvalidArgument);
    expect(await codeOf(client.listMarketStats({ dur: '' }))).toBe(Code.InvalidArgument);
    expect(await codeOf(client.listCandles({ base: USDC, quote: BTC }))).toBe(Code.NotFound);
    expect(await codeOf(client.listPairStats({ base: 'btc', quote: USDC }))).toBe(Code.InvalidArgument);
  });

  test('lists transactions as HTTP does', async () => {
    const client = clientOf(served());
    const http = await served().read<TransactionPage>('/transactions?limit=3');
    const page = await client.listTransactions({ limit: 3n });
    expect(page.pagination).toMatchObject({ nextCursor: http.pagination.next_cursor, hasNext: true });
    for (const [position, transaction] of (http.transactions ?? []).entries()) {
      expect(page.transactions[position]).toMatchObject({
        id: transaction.id,
        type: transaction.type,
        funds: transaction.funds,
        amount: transaction.amount,
        value: transaction.value,
        feeValue: transaction.fee_value,
        followId: transaction.follow_id,
      });
      expect(textOf(page.transactions[position]?.createdAt)).toBe(transaction.created_at);
    }
    const next = await client.listTransactions({ limit: 1n, cursor: 80412n });
    expect(next.transactions[0]?.id).toBe('e7092b3b-5f61-43a4-8eb0-d241536e7f80');
    expect((await client.listPairTransactions({ base: ETH, quote: BTC })).transactions).toHaveLength(20);
    expect((await client.listPairTransactions({ base: BTC, quote: SOL })).transactions).toEqual([]);
    for (const wrong of [{ limit: 0n }, { limit: -1n }, { cursor: 1n }, { cursor: 9_223_372_036_854_775_807n }]) {
      expect(await codeOf(client.listTransactions(wrong))).toBe(Code.InvalidArgument);
    }
    expect(await codeOf(client.listPairTransactions({ base: '', quote: '' }))).toBe(Code.InvalidArgument);
  });

  test('does not show orders and own transactions to other users', async () => {
    const client = clientOf(served());
    expect(await codeOf(client.readOrder({ followId: MIRA_ORDER }))).toBe(Code.Unauthenticated);
    expect(await codeOf(client.listMyTransactions({ base: BTC, quote: USDC }))).toBe(Code.Unauthenticated);
  });

  test('shows orders and own transactions to their user', async () => {
    const client = clientOf(served());
    const options = await credential();
    const http = await served().read<Order>(`/orders/${MIRA_ORDER}`, 'Mira');
    const { data } = await client.readOrder({ followId: MIRA_ORDER }, options);
    expect(data).toMatchObject({ state: 'Done', userId: MIRA, routes: 'Lg7mZ', routeAssets: http.route_assets });
    expect(data?.transactions.map(({ id, userId }) => [id, userId])).toEqual(
      http.transactions?.map(({ id, user_id }) => [id, user_id]),
    );
    const own = await client.listMyTransactions({ base: BTC, quote: USDC }, options);
    expect(own.transactions).toHaveLength(1);
    expect(await codeOf(client.readOrder({ followId: UNKNOWN_ID }, options))).toBe(Code.NotFound);
    const nonsense = { headers: { Authorization: 'Bearer nonsense' } };
    expect(await codeOf(client.readOrder({ followId: MIRA_ORDER }, nonsense))).toBe(Code.Unauthenticated);
    expect(await codeOf(client.createAction({ action: `2,${MIRA},` }, nonsense))).toBe(Code.Unauthenticated);
  });

  test('creates actions, with a code when amount and asset are given', async () => {
    const client = clientOf(served());
    const action = `3,${MIRA},${MIRA_ORDER},${BTC},Lg7mZ,`;
    const sealed = await client.createAction({ action, brokerId: '' });
    expect(sealed.code).toBeUndefined();
    expect(openMemo(sandboxGroupKey(), sealed.action)).toBe(action);
    const paid = await client.createAction({ action, amount: '1', assetId: ETH, traceId: MIRA_ORDER });
    expect(paid.codeUrl).toBe(`wallet://codes/${paid.code}`);
    const body = { action, amount: '1', asset_id: ETH, trace_id: MIRA_ORDER };
    const http = await post(`${served().api}/actions`, body);
    expect(http.body).toMatchObject({ data: { code: paid.code, action: paid.action, follow_id: paid.followId } });
    expect(await codeOf(client.createAction({ action, amount: '2', assetId: ETH, traceId: MIRA_ORDER }))).toBe(
      Code.AlreadyExists,
    );
    for (const wrong of [
      { action: '0,x' },
      { action, traceId: 'x' },
      { action, brokerId: 'x' },
      { action, amount: '-' },
    ]) {
      expect(await codeOf(client.createAction(wrong))).toBe(Code.InvalidArgument);
    }
  });

  test('authorizes wallets', async () => {
    const client = clientOf(served());
    const { server } = served();
    const requested = { client_id: HARBOR, scope: 'PROFILE:READ', user_id: MIRA };
    const { body } = await post(`${server.networkUrl}/oauth/authorize`, requested);
    const { code } = (body as { data: { code: string } }).data;
    const bytes = (members: unknown) => new TextEncoder().encode(JSON.stringify(members));
    const broker = { brokerId: HARBOR, label: 'harbor' };
    const { data } = await client.authorizeWallet({ ...broker, more: bytes({ code }) });
    expect(jsonOf(data)).toEqual({ scope: 'PROFILE:READ', token: expect.any(String) });
    // Members with a field of their own are not read from `more`.
    const hidden = { more: bytes({ code, broker_id: HARBOR, label: 'harbor' }) };
    expect(await codeOf(client.authorizeWallet(hidden))).toBe(Code.Unauthenticated);
    for (const more of [bytes([code]), bytes('x'), bytes({}), new Uint8Array([0xff]), new Uint8Array()]) {
      expect(await codeOf(client.authorizeWallet({ ...broker, more }))).toBe(Code.InvalidArgument);
    }
  });
});
