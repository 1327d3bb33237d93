/** The RPC methods of the swap service: the same answers as over HTTP, without the envelope. */
import { rpc } from '@wallet-services/contract/swap';
import { bearerToken } from '../rpc/bearer.ts';
import { message } from '../rpc/message.ts';
import { forCallers, type RpcCall, type RpcService, rpcService } from '../rpc/service.ts';
import { filled, jsonBase64, jsonBytes, membersIn, pageInput } from './messages.ts';
import { createAction } from './operations/actions/codes.ts';
import { listAssets } from './operations/assets.ts';
import type { AuthorizationRequest } from './operations/brokers.ts';
import { authorize } from './operations/brokers.ts';
import type { SwapContext } from './operations/context.ts';
import { readGroup } from './operations/group.ts';
import { readOrder } from './operations/orders.ts';
import { listPairs, listTickers } from './operations/pairs.ts';
import { listCandles, listMarketStats, listPairStats } from './operations/statistics.ts';
import { listTransactions } from './operations/transactions.ts';

export function swapRpc(context: SwapContext): RpcService {
  const caller = async (call: RpcCall) => context.verifier.trustedUser(bearerToken(call));
  const forUser = forCallers(caller);
  /** For methods that need no token: a token that is sent must still be valid, as over HTTP. */
  const forAnybody = forCallers(async (call) => {
    if (/^Bearer +\S/i.test(call.headers.get('authorization') ?? '')) await caller(call);
  });
  return rpcService(rpc.SwapService, {
    async readInfo() {
      return { data: message(rpc.GroupInfoSchema, await readGroup(context)) };
    },
    async listAssets() {
      return { assets: (await listAssets(context)).map(jsonBytes) };
    },
    async listPairs({ brokerId }) {
      const { pairs, ...summary } = await listPairs(context, brokerId);
      return { data: message(rpc.PairSummarySchema, { ...summary, pairs: (pairs ?? []).map(jsonBase64) }) };
    },
    async listTickers() {
      return message(rpc.ListTickersResponseSchema, { data: await listTickers(context) });
    },
    async listMarketStats({ dur }) {
      return message(rpc.ListMarketStatsResponseSchema, { data: (await listMarketStats(context, dur)) ?? [] });
    },
    async listPairStats({ base, quote, dur }) {
      const data = (await listPairStats(context, { base, quote }, dur)) ?? [];
      return message(rpc.ListPairStatsResponseSchema, { data });
    },
    async listCandles({ base, quote, dur }) {
      const candles = (await listCandles(context, { base, quote }, dur)) ?? [];
      const data = candles.map(([timestamp, base_quote_price, quote_base_price]) => ({
        timestamp,
        base_quote_price,
        quote_base_price,
      }));
      return message(rpc.ListCandlesResponseSchema, { data });
    },
    readOrder: forUser(async ({ followId }, user) => ({
      data: message(rpc.OrderSchema, filled(await readOrder(context, followId, user))),
    })),
    async listTransactions(page) {
      return message(rpc.ListTransactionsResponseSchema, filled(await listTransactions(context, pageInput(page))));
    },
    async listPairTransactions({ base, quote, ...page }) {
      const listed = await listTransactions(context, pageInput(page), { pair: { base, quote } });
      return message(rpc.ListPairTransactionsResponseSchema, filled(listed));
    },
    listMyTransactions: forUser(async ({ base, quote, ...page }, user) => {
      const pair = { base, quote };
      const listed = await listTransactions(context, pageInput(page), { pair, caller: user });
      return message(rpc.ListMyTransactionsResponseSchema, filled(listed));
    }),
    createAction: forAnybody(async ({ action, amount, assetId, brokerId, traceId }) => {
      const made = await createAction(context, {
        action,
        ...(amount === undefined ? {} : { amount }),
        ...(assetId === undefined ? {} : { asset_id: assetId }),
        ...(brokerId === undefined ? {} : { broker_id: brokerId }),
        ...(traceId === undefined ? {} : { trace_id: traceId }),
      });
      return message(rpc.CreateActionResponseSchema, made);
    }),
    authorizeWallet: forAnybody(async ({ brokerId, label, more }) => {
      const request: AuthorizationRequest = {
        ...membersIn(more),
        ...(brokerId === undefined ? {} : { broker_id: brokerId }),
        ...(label === undefined ? {} : { label }),
      };
      return { data: jsonBytes(await authorize(context, request)) };
    }),
  });
}
