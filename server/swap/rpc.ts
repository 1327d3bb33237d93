/** The thirteen RPC methods of the swap service: the same answers as over HTTP, without the envelope. */
import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import { isNestedDeeperThan, Refusal, rpc } from '@wallet-services/contract/swap';
import { bearerToken } from '../rpc/bearer.ts';
import { type RpcCall, type RpcService, rpcService } from '../rpc/service.ts';
import { createAction } from './operations/actions/codes.ts';
import { listAssets } from './operations/assets.ts';
import type { AuthorizationRequest } from './operations/brokers.ts';
import { authorize } from './operations/brokers.ts';
import type { SwapContext } from './operations/context.ts';
import { readGroup } from './operations/group.ts';
import { readOrder } from './operations/orders.ts';
import { listPairs, listTickers } from './operations/pairs.ts';
import { listCandles, listMarketStats, listPairStats } from './operations/statistics.ts';
import type { PageInput } from './operations/transactions.ts';
import { listTransactions } from './operations/transactions.ts';

export function swapRpc(context: SwapContext): RpcService {
  const caller = async (call: RpcCall) => context.verifier.trustedUser(bearerToken(call));
  /** Where no token is needed, one that is sent must hold all the same, as over HTTP. */
  const perhapsCaller = async (call: RpcCall) => {
    if (/^Bearer +\S/i.test(call.headers.get('authorization') ?? '')) await caller(call);
  };
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
    async readOrder({ followId }, call) {
      return { data: message(rpc.OrderSchema, filled(await readOrder(context, followId, await caller(call)))) };
    },
    async listTransactions(page) {
      return message(rpc.ListTransactionsResponseSchema, filled(await listTransactions(context, pageOf(page))));
    },
    async listPairTransactions({ base, quote, ...page }) {
      const listed = await listTransactions(context, pageOf(page), { pair: { base, quote } });
      return message(rpc.ListPairTransactionsResponseSchema, filled(listed));
    },
    async listMyTransactions({ base, quote, ...page }, call) {
      const listed = await listTransactions(context, pageOf(page), {
        pair: { base, quote },
        caller: await caller(call),
      });
      return message(rpc.ListMyTransactionsResponseSchema, filled(listed));
    },
    async createAction({ action, amount, assetId, brokerId, traceId }, call) {
      await perhapsCaller(call);
      const made = await createAction(context, {
        action,
        ...(amount === undefined ? {} : { amount }),
        ...(assetId === undefined ? {} : { asset_id: assetId }),
        ...(brokerId === undefined ? {} : { broker_id: brokerId }),
        ...(traceId === undefined ? {} : { trace_id: traceId }),
      });
      return message(rpc.CreateActionResponseSchema, made);
    },
    async authorizeWallet({ brokerId, label, more }, call) {
      await perhapsCaller(call);
      const request: AuthorizationRequest = {
        ...membersIn(more),
        ...(brokerId === undefined ? {} : { broker_id: brokerId }),
        ...(label === undefined ? {} : { label }),
      };
      return { data: jsonBytes(await authorize(context, request)) };
    },
  });
}

/** A number that JavaScript cannot hold exactly is no cursor that a page gave, and above every limit. */
function pageOf({ cursor, limit }: { cursor?: bigint; limit?: bigint }): PageInput {
  return {
    cursor: cursor === undefined ? undefined : Number(cursor),
    limit: limit === undefined ? undefined : Number(limit),
  };
}

/** protobuf has empty lists where JSON has null. */
function filled(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== null));
}

/** The members that the documents do not show. What has a field of its own is not read from here. */
function membersIn(more: Uint8Array): Readonly<Record<string, unknown>> {
  if (more.byteLength === 0) return {};
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(more));
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    if (isObject && !isNestedDeeperThan(parsed)) {
      const { broker_id: _broker, label: _label, ...members } = parsed as Record<string, unknown>;
      return members;
    }
  } catch {
    // Refused below, like any other text.
  }
  throw new Refusal(400, 'more is not the JSON text of an object');
}

function jsonBytes(value: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

function jsonBase64(value: object): string {
  return Buffer.from(jsonBytes(value)).toString('base64');
}

/** The JSON members have the names of the message's fields; a member that does not fit throws. */
function message<Schema extends Parameters<typeof fromJson>[0]>(schema: Schema, members: object) {
  return fromJson(schema, members as JsonValue);
}
