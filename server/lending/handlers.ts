/** The three HTTP operations of the lending service. */
import type { Handlers } from '@wallet-services/contract/lending';
import type { Lending } from './operations/operations.ts';

export function lendingHandlers(lending: Lending): Handlers {
  return {
    async listMarkets() {
      return { status: 200, body: { data: await lending.markets() } };
    },
    async listTransactions({ query }) {
      return { status: 200, body: await lending.transactions(query) };
    },
    async createPayRequest({ body }) {
      return { status: 200, body: { url: await lending.pay({ ...body, with_gas: false }) } };
    },
  };
}
