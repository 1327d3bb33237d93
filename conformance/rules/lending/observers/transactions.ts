/** What the server does where the documents leave the list of transactions open. */
import { isSuccess, outcomeText, type Trace } from '../../../model/exchange.ts';
import { observed } from '../../judgement.ts';
import type { Rule, Script } from '../../rule.ts';
import { itemsOf, transactionsCall } from '../calls.ts';
import { directionOf, rowsOf } from '../transactions.ts';

const directions = {
  ascending: 'ascending by created_at',
  descending: 'descending by created_at',
  level: 'not seen: no two transactions at different times',
  mixed: 'not ordered',
} as const;

export const sortDirection: Rule = {
  id: 'lending.transactions.sort-direction',
  plan: (scene) => [
    {
      id: 'list',
      operation: 'listTransactions',
      script: function* (): Script {
        yield transactionsCall(scene, 'list');
      },
    },
  ],
  judge: (trace: Trace) => {
    const rows = rowsOf(trace.exchanges[0]);
    return [observed(rows === null ? 'not seen: no list of transactions' : directions[directionOf(rows)])];
  },
};

/** Above any limit that the documents name. */
const limits = ['501', '1000', '100000'];

export const limitMaximum: Rule = {
  id: 'lending.transactions.limit-maximum',
  plan: (scene) => [
    {
      id: 'limits',
      operation: 'listTransactions',
      script: function* (): Script {
        for (const limit of limits) yield transactionsCall(scene, limit, { limit }, 'open');
      },
    },
  ],
  judge: (trace: Trace) => {
    const told = trace.exchanges.map((exchange) => {
      const items = itemsOf(exchange);
      const outcome = isSuccess(exchange) && items !== null ? `${items.length} transactions` : outcomeText(exchange);
      return `limit=${exchange.call.label}: ${outcome}`;
    });
    return [observed(told.join('; '))];
  },
};
