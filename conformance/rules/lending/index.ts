/** The rules of lending, under the ids of the ledger, and the observers of its open questions. */
import type { Operation } from '../../model/api.ts';
import type { InputProfile } from '../inputs/profile.ts';
import type { Rule } from '../rule.ts';
import { mintData, supplyData } from './data.ts';
import { limit, limitDefault } from './limit.ts';
import { allMarkets } from './markets.ts';
import { numbers } from './numbers.ts';
import { offset } from './offset.ts';
import { order } from './order.ts';
import { deepLink, payRequestProbes, preparePayRequest, refreshPayRequest } from './pay-requests.ts';
import { marketShape, marketsMatch } from './rpc/markets.ts';
import { payRequest } from './rpc/pay.ts';
import { prices } from './rpc/prices.ts';
import { dataBytes, transactionsMatch } from './rpc/transactions.ts';
import { times } from './times.ts';
import { tokenLifetime } from './token.ts';
import { version } from './version.ts';

export const lendingRules: readonly Rule[] = [
  numbers,
  times,
  version,
  tokenLifetime,
  marketsMatch,
  marketShape,
  transactionsMatch,
  dataBytes,
  prices,
  payRequest,
  allMarkets,
  deepLink,
  order,
  limit,
  limitDefault,
  offset,
  supplyData,
  mintData,
];

export { lendingObservers, notObserved } from './observers/index.ts';

const isPayRequest = (operation: Operation) => operation.id === 'createPayRequest';

export const lendingProfile: InputProfile = {
  certain: ['listMarkets', 'listTransactions', 'createPayRequest'],
  // Document 1, Endpoints, lists the members of a pay request and does not say which of them are needed.
  *prepare(operation, example, scene) {
    return isPayRequest(operation) ? yield* preparePayRequest(example, scene) : example;
  },
  refresh: (operation, base, variant, scene) =>
    isPayRequest(operation) ? refreshPayRequest(base, variant, scene) : variant,
  probes: (operation, base) => {
    if (isPayRequest(operation)) return payRequestProbes(base);
    if (operation.id !== 'listTransactions') return [];
    const query = (name: string, value: string) => ({
      name: `${name}=${value}`,
      input: { ...base, query: { [name]: value } },
    });
    return [
      query('limit', '0'),
      query('limit', '-1'),
      query('limit', 'many'),
      query('limit', '1.5'),
      query('offset', ''),
      query('unknown', 'text'),
    ];
  },
};
