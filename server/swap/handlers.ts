/** The thirteen HTTP operations of the swap service (document 2, Endpoints). */
import { type Handlers, Refusal } from '@wallet-services/contract/swap';
import type { WalletUser } from '../network/index.ts';
import type { SwapOperations } from './operations/operations.ts';

export function swapHandlers(operations: SwapOperations): Handlers<WalletUser> {
  const answer = <Data>(data: Data) => ({ status: 200 as const, body: { ts: operations.now(), data } });
  return {
    async readInfo() {
      return answer(await operations.group());
    },
    async listAssets() {
      return answer({ assets: await operations.assets() });
    },
    async listPairs({ query }) {
      return answer(await operations.pairs(query.broker_id ?? ''));
    },
    async listTickers() {
      return answer(await operations.tickers());
    },
    async listMarketStats({ query }) {
      return answer(await operations.marketStats(query.dur));
    },
    async listPairStats({ path, query }) {
      return answer(await operations.pairStats(path, query.dur));
    },
    async listCandles({ path, query }) {
      return answer(await operations.candles(path, query.dur));
    },
    async readOrder({ path, caller }) {
      // Shown without `ts`.
      return { status: 200, body: { data: await operations.order(path.follow_id, signedIn(caller)) } };
    },
    async listTransactions({ query }) {
      return answer(await operations.transactions(query));
    },
    async listPairTransactions({ path, query }) {
      return answer(await operations.pairTransactions(path, query));
    },
    async listMyTransactions({ path, query, caller }) {
      return answer(await operations.ownTransactions(path, query, signedIn(caller)));
    },
    async createAction({ query, body }) {
      // The broker may be named in either place (document 2, Brokers); the body is the place of the table.
      const broker_id = body.broker_id || query.broker_id;
      return answer(await operations.createAction(broker_id === undefined ? body : { ...body, broker_id }));
    },
    async authorizeWallet({ body }) {
      return answer(await operations.authorize(body));
    },
  };
}

function signedIn(caller: WalletUser | undefined): WalletUser {
  if (caller === undefined) throw new Refusal(401, 'this operation needs an access token');
  return caller;
}
