/** The four RPC methods of the lending service (document 1, Endpoints): the same answers as over HTTP. */
import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import { type Market, Refusal, rpc, type Transaction } from '@wallet-services/contract/lending';
import { type RpcService, rpcService } from '../rpc/service.ts';
import { timeOf } from '../values/index.ts';
import type { Lending } from './operations/operations.ts';

export function lendingRpc(lending: Lending): RpcService {
  return rpcService(rpc.Lending, {
    async allMarkets() {
      const markets = await lending.markets();
      return { data: markets.map(marketMessage) };
    },
    async priceRequest() {
      const requests = await lending.priceRequests();
      return { data: requests.map((request) => message(rpc.PriceSchema, request)) };
    },
    async transactions({ offset, limit }) {
      const transactions = await lending.transactions({
        // protobuf cannot tell 0 from absent.
        limit: limit === 0 ? undefined : String(limit),
        offset: offset === undefined ? undefined : offsetText(offset),
      });
      return { data: transactions.map(transactionMessage) };
    },
    async payRequest({ assetId, amount, traceId, followId, memoBase64, withGas }) {
      const url = await lending.pay({
        asset_id: assetId,
        amount,
        trace_id: traceId,
        follow_id: followId,
        memo_base64: memoBase64,
        with_gas: withGas,
      });
      return { url };
    },
  });
}

function offsetText(offset: { seconds: bigint; nanos: number }): string {
  const text = timeOf(offset);
  if (text === undefined) throw new Refusal(400, 'offset is not a time', { hint: 'the years 1 to 9999 are' });
  return text;
}

/** RPC names the time of the price differently, and has no version (document 1, Market). */
function marketMessage({ version: _version, price_updated_at, ...market }: Market): rpc.Market {
  return message(rpc.MarketSchema, { ...market, price_update_at: price_updated_at });
}

/** RPC carries `data` as the bytes of the JSON object, and has no `updated_at` (document 1, Transaction). */
function transactionMessage({ updated_at: _updated, data, ...transaction }: Transaction): rpc.Transaction {
  return message(rpc.TransactionSchema, { ...transaction, data: Buffer.from(JSON.stringify(data)).toString('base64') });
}

/** The JSON members have the names of the message's fields; a member that does not fit throws. */
function message<Schema extends Parameters<typeof fromJson>[0]>(schema: Schema, members: object) {
  return fromJson(schema, members as JsonValue);
}
