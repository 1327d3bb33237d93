/** What the server does where the documents leave the list of transactions open. */
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { formatInstant } from '../../../model/time.ts';
import { acceptance, notSeen, observeCall, observer } from '../../shared/observe.ts';
import { itemsOf, transactionsCall } from '../calls.ts';
import { directionOf, rowsOf } from '../transactions.ts';

const directions = {
  ascending: 'ascending by created_at',
  descending: 'descending by created_at',
  level: notSeen('no two transactions at different times'),
  mixed: 'not ordered',
} as const;

export const sortDirection = observeCall(
  'lending.transactions.sort-direction',
  'listTransactions',
  (scene) => transactionsCall(scene, 'list'),
  (exchange) => {
    const rows = rowsOf(exchange);
    return rows === null ? notSeen('no list of transactions') : directions[directionOf(rows)];
  },
);

function countOf(exchange: Exchange): string {
  const items = itemsOf(exchange);
  return isSuccess(exchange) && items !== null ? `${items.length} transactions` : outcomeText(exchange);
}

/** Above any limit that the documents name. */
const largeLimits = ['501', '1000', '100000'];

export const limitMaximum = observer('lending.transactions.limit-maximum', 'listTransactions', function* (scene) {
  const told: string[] = [];
  for (const limit of largeLimits) {
    told.push(`limit=${limit}: ${countOf(yield transactionsCall(scene, limit, { limit }, 'open'))}`);
  }
  return told.join('; ');
});

/** Below 1, or no whole number. */
const oddLimits = ['0', '-1', '1.5', 'many'];

export const limitForm = observer('lending.transactions.limit-form', 'listTransactions', function* (scene) {
  const told: string[] = [];
  for (const limit of oddLimits) {
    told.push(`limit=${limit}: ${countOf(yield transactionsCall(scene, limit, { limit }, 'open'))}`);
  }
  return told.join('; ');
});

export const offsetBound = observer('lending.transactions.offset-bound', 'listTransactions', function* (scene) {
  const empty = yield transactionsCall(scene, 'empty', { offset: '' }, 'open');
  const told = `an empty offset: ${acceptance(empty)}`;
  const [row] = rowsOf(yield transactionsCall(scene, 'list')) ?? [];
  if (row === undefined) return `${told}; a transaction at the offset: ${notSeen('there is none')}`;
  const page = rowsOf(yield transactionsCall(scene, 'page', { offset: formatInstant(row.time) }, 'open')) ?? [];
  return `${told}; a transaction at the offset: ${page.some(({ id }) => id === row.id) ? 'in' : 'not in'} the page`;
});
