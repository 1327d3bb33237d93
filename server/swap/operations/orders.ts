/**
 * Orders (document 2, Order). Choices of this server: the id of an order is its follow id, and only its user may read
 * it.
 */

import type { Order, OrderTransaction } from '@wallet-services/contract/swap';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { WalletUser } from '../../network/index.ts';
import type { TransactionRow } from '../store/tables.ts';
import type { SwapContext } from './context.ts';

/**
 * Reads an order of a user.
 *
 * @throws Refusal 400 when the id is malformed, 404 when the user has no such order
 */
export async function readOrder({ store, idOf }: SwapContext, follow_id: string, caller: WalletUser): Promise<Order> {
  const followId = idOf('follow_id', follow_id);
  const row = await store
    .selectFrom('swap_orders')
    .selectAll()
    .where('id', '=', followId)
    .where('user_id', '=', caller.userId.toLowerCase())
    .executeTakeFirst();
  if (row === undefined) throw new Refusal(404, `there is no order ${followId}`);
  const transactions = await store
    .selectFrom('swap_transactions')
    .selectAll()
    .where('order_id', '=', followId)
    .orderBy('number')
    .execute();
  return {
    ...row,
    route_assets: row.route_assets === null ? [] : JSON.parse(row.route_assets),
    transactions: transactions.map(orderTransactionOf),
  };
}

/**
 * A transaction within an order: with the user, without the members that only lists have (document 2, Swap
 * transaction).
 */
function orderTransactionOf(row: TransactionRow): OrderTransaction {
  const { number, created_key, route_id, order_id, value, fee_value, follow_id, liquidity, ...reported } = row;
  return reported;
}
