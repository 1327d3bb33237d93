/**
 * Orders (document 2, Order). Where the documents are silent: the id of an order is its follow id, and its user alone
 * may read it.
 */
import { type Order, type OrderTransaction, Refusal } from '@wallet-services/contract/swap';
import type { SwapStore, TransactionRow } from '../store/tables.ts';

/**
 * Reads an order of a user.
 *
 * @throws Refusal 404 when the user has no such order
 */
export async function readOrder(store: SwapStore, followId: string, userId: string): Promise<Order> {
  const row = await store
    .selectFrom('swap_orders')
    .selectAll()
    .where('id', '=', followId)
    .where('user_id', '=', userId)
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
    route_assets: row.route_assets === null ? null : JSON.parse(row.route_assets),
    transactions: transactions.length === 0 ? null : transactions.map(orderTransactionOf),
  };
}

/** Inside an order: with the user, without what lists tell (document 2, Swap transaction). */
function orderTransactionOf(row: TransactionRow): OrderTransaction {
  const { number, created_key, route_id, order_id, value, fee_value, follow_id, liquidity, ...told } = row;
  return told;
}
