/** The RPC methods of the lending service (document 1, Endpoints): the same answers as over HTTP. */
import { rpc } from '@wallet-services/contract/lending';
import { message } from '../rpc/message.ts';
import { type RpcService, rpcService } from '../rpc/service.ts';
import { marketMessage, offsetText, transactionMessage } from './messages.ts';
import type { LendingContext } from './operations/context.ts';
import { listMarkets } from './operations/markets.ts';
import { createPayRequest } from './operations/pay-requests.ts';
import { listPriceRequests } from './operations/price-requests.ts';
import { listTransactions } from './operations/transactions.ts';

export function lendingRpc(context: LendingContext): RpcService {
  return rpcService(rpc.Lending, {
    async allMarkets() {
      const markets = await listMarkets(context);
      return { data: markets.map(marketMessage) };
    },
    async priceRequest() {
      const requests = await listPriceRequests(context);
      return { data: requests.map((request) => message(rpc.PriceSchema, request)) };
    },
    async transactions({ offset, limit }) {
      const transactions = await listTransactions(context, {
        // protobuf does not distinguish 0 from absent.
        limit: limit === 0 ? undefined : String(limit),
        offset: offset === undefined ? undefined : offsetText(offset),
      });
      return { data: transactions.map(transactionMessage) };
    },
    async payRequest({ assetId, amount, traceId, followId, memoBase64, withGas }) {
      const url = await createPayRequest(context, {
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
