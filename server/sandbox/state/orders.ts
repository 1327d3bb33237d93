/** Lists the orders of the swap service, and changes their state. */
import type { OrderChange, OrderState } from '@wallet-services/contract/sandbox';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Store } from '../../service.ts';
import type { SwapTables } from '../../swap/store/tables.ts';

/** Largest number of listed rows. */
export const MOST = 100;

export async function listOrders(store: Store): Promise<OrderState[]> {
  return store
    .$extendTables<SwapTables>()
    .selectFrom('swap_orders')
    .select(['id', 'user_id', 'state'])
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
}

/** @throws Refusal 404 when there is no such order */
export async function putOrder(store: Store, id: string, { state }: OrderChange): Promise<OrderState> {
  const row = await store
    .$extendTables<SwapTables>()
    .updateTable('swap_orders')
    .set({ state })
    .where('id', '=', id.toLowerCase())
    .returning(['id', 'user_id', 'state'])
    .executeTakeFirst();
  if (row === undefined)
    throw new Refusal(404, `there is no order ${id}`, { hint: 'GET .../orders lists the latest ones' });
  return row;
}
