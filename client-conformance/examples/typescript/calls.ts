/** Method and path of the operations that the script calls. */
import type { ContractService as ServiceName } from '@wallet-services/conformance/testing/clients';

const table: Readonly<Partial<Record<ServiceName, Readonly<Record<string, string>>>>> = {
  lending: {
    listMarkets: 'GET /api/v1/markets/all',
    listTransactions: 'GET /api/v1/transactions',
    createPayRequest: 'POST /api/v1/pay-requests',
  },
  comment: {
    createComment: 'POST /comments',
    listComments: 'GET /comments',
    readComment: 'GET /comments/{comment_id}',
    readMe: 'GET /me',
  },
  swap: {
    createAction: 'POST /actions',
    listCandles: 'GET /stats/markets/{base}/{quote}/kline/v2',
    listPairs: 'GET /pairs',
    listPairStats: 'GET /stats/markets/{base}/{quote}',
    listTickers: 'GET /cmc/pairs',
    listTransactions: 'GET /transactions',
    readInfo: 'GET /info',
    readOrder: 'GET /orders/{follow_id}',
  },
  vault: {
    listAssets: 'GET /assets',
    listCollateralTypes: 'GET /cats',
    listFlips: 'GET /flips',
    listMyVaults: 'GET /me/vats',
    listVaultEvents: 'GET /vats/{vat}/events',
    listVaults: 'GET /vats',
    readFlip: 'GET /flips/{flip}',
    readTime: 'GET /time',
  },
  assistant: {
    createConversation: 'POST /conversations',
    createIndexes: 'POST /indexes',
    createTurn: 'POST /conversations/{conversation_id}',
    deleteIndex: 'DELETE /indexes/{object_id}',
    resetIndexes: 'POST /indexes/reset',
    readTurn: 'GET /conversations/{conversation_id}/{turn_id}',
    searchIndexes: 'GET /indexes/search',
  },
};

/** @throws when the script calls an operation that is not in the table */
export function calls(service: ServiceName, operation: string): { readonly method: string; readonly path: string } {
  const [method, path] = table[service]?.[operation]?.split(' ') ?? [];
  if (method === undefined || path === undefined) throw new Error(`this driver does not know ${service} ${operation}`);
  return { method, path };
}
