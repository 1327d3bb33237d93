/** The HTTP operations of the lending service. */
import type { Handlers } from '@wallet-services/contract/lending';
import type { LendingContext } from './operations/context.ts';
import { listMarkets } from './operations/markets.ts';
import { createPayRequest } from './operations/pay-requests.ts';
import { listTransactions } from './operations/transactions.ts';

export function lendingHandlers(context: LendingContext): Handlers {
  return {
    async listMarkets() {
      return { status: 200, body: { data: await listMarkets(context) } };
    },
    async listTransactions({ query }) {
      return { status: 200, body: await listTransactions(context, query) };
    },
    async createPayRequest({ body }) {
      return { status: 200, body: { url: await createPayRequest(context, { ...body, with_gas: false }) } };
    },
  };
}
