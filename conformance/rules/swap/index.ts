/** The rules of swap, under the ids of the ledger, and the observers of its open questions. */
import type { Rule } from '../rule.ts';
import { codeWithPayment, defaultBrokerOfActions, encrypted, noCodeWithoutPayment } from './actions.ts';
import { envelope, json, milliseconds, utc } from './general.ts';
import { cursorNumeric } from './lists.ts';
import { stableGroup, tickerKeys } from './market.ts';
import { alternateBroker } from './oauth.ts';
import { observers } from './observers/index.ts';
import { followIdReadsOrder, membersInOrders } from './orders.ts';
import {
  brokerFilter,
  defaultBroker,
  noWhitelists,
  pairCount,
  sharedLiquidity,
  summaryMilliseconds,
  whitelists,
} from './pairs.ts';
import { dateMatches, marketSeconds, pairSeconds, reciprocal } from './statistics.ts';
import { membersInLists, myTransactionsPairOnly, pairTransactionsOnly } from './transactions.ts';
import { durWindow } from './window.ts';

export { swapProfile } from './inputs.ts';
export { notObserved } from './observers/index.ts';

export const swapRules: readonly Rule[] = [
  json,
  milliseconds,
  envelope,
  utc,
  cursorNumeric,
  membersInLists,
  durWindow,
  encrypted,
  codeWithPayment,
  noCodeWithoutPayment,
  defaultBrokerOfActions,
  followIdReadsOrder,
  tickerKeys,
  stableGroup,
  alternateBroker,
  membersInOrders,
  defaultBroker,
  brokerFilter,
  whitelists,
  noWhitelists,
  summaryMilliseconds,
  pairCount,
  sharedLiquidity,
  marketSeconds,
  dateMatches,
  pairSeconds,
  reciprocal,
  pairTransactionsOnly,
  myTransactionsPairOnly,
];

export const swapObservers: readonly Rule[] = observers;
