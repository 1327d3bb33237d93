/** The HTTP operations of the swap service (document 2, Endpoints). */

import type { Handlers } from '@wallet-services/contract/swap';
import type { WalletUser } from '../network/index.ts';
import { createAction } from './operations/actions/codes.ts';
import { listAssets } from './operations/assets.ts';
import { authorize } from './operations/brokers.ts';
import type { SwapContext } from './operations/context.ts';
import { readGroup } from './operations/group.ts';
import { readOrder } from './operations/orders.ts';
import { listPairs, listTickers } from './operations/pairs.ts';
import { listCandles, listMarketStats, listPairStats } from './operations/statistics.ts';
import { listTransactions } from './operations/transactions.ts';

export function swapHandlers(context: SwapContext): Handlers<WalletUser> {
  const answer = <Data>(data: Data) => ({ status: 200 as const, body: { ts: context.clock(), data } });
  return {
    async readInfo() {
      return answer(await readGroup(context));
    },
    async listAssets() {
      return answer({ assets: await listAssets(context) });
    },
    async listPairs({ query }) {
      return answer(await listPairs(context, query.broker_id));
    },
    async listTickers() {
      return answer(await listTickers(context));
    },
    async listMarketStats({ query }) {
      return answer(await listMarketStats(context, query.dur));
    },
    async listPairStats({ path, query }) {
      return answer(await listPairStats(context, path, query.dur));
    },
    async listCandles({ path, query }) {
      return answer(await listCandles(context, path, query.dur));
    },
    async readOrder({ path, caller }) {
      // Returned without `ts`.
      return { status: 200, body: { data: await readOrder(context, path.follow_id, caller) } };
    },
    async listTransactions({ query }) {
      return answer(await listTransactions(context, query));
    },
    async listPairTransactions({ path, query }) {
      return answer(await listTransactions(context, query, { pair: path }));
    },
    async listMyTransactions({ path, query, caller }) {
      return answer(await listTransactions(context, query, { pair: path, caller: caller }));
    },
    async createAction({ query, body }) {
      // The broker may be in the body or in the query (document 2, Brokers); the body has priority.
      const broker_id = body.broker_id || query.broker_id;
      return answer(await createAction(context, broker_id === undefined ? body : { ...body, broker_id }));
    },
    async authorizeWallet({ body }) {
      return answer(await authorize(context, body));
    },
  };
}
