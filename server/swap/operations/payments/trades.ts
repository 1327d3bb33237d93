/** Trades paid orders: an order is executed at once, or rejected and sent back (document 2, States and transitions). */
import type { PaymentOutcome } from '../../../network/index.ts';
import { isoTime } from '../../../values/index.ts';
import type { OrderRow } from '../../store/tables.ts';
import type { SwapAction } from '../actions/action.ts';
import { enter, readPools, readPrices, swapEntry } from '../pools/books.ts';
import type { Pool } from '../pools/pools.ts';
import {
  bestRoute,
  filledBy,
  followRoute,
  type Route,
  type RouteCodes,
  routeAssets,
  routeIds,
} from '../pools/routes.ts';
import { type Desk, type Payment, refund } from './desk.ts';
import { send } from './transfers.ts';

/**
 * Creates an order for a payment and trades it along the action's route, or the best one. When the result is below the
 * minimum, or zero, the order is rejected and the payment sent back. A follow id can have one order only.
 */
export async function tradeOrder(desk: Desk, payment: Payment, action: SwapAction): Promise<PaymentOutcome> {
  const { store, routeCodes } = desk;
  const { follow_id } = action;
  const known = await store.selectFrom('swap_orders').select('id').where('id', '=', follow_id).executeTakeFirst();
  if (known !== undefined) return refund(desk, payment, 'the follow id was used before', follow_id);
  await store.insertInto('swap_orders').values(newOrder(payment, action)).execute();

  const route = routeOf(await readPools(store), routeCodes, payment, action);
  if (route === undefined) {
    await change(desk, follow_id, { state: 'Rejected' });
    return refund(desk, payment, 'there is no route to the asset, or the amount is too small', follow_id);
  }
  if (action.minimum !== '' && filledBy(route).lessThan(action.minimum)) {
    await change(desk, follow_id, { state: 'Rejected' });
    return refund(desk, payment, `${filledBy(route).toFixed()} is the result, which is below the minimum`, follow_id);
  }
  await trade(desk, payment, action, route);
  return { state: 'accepted' };
}

async function trade(desk: Desk, payment: Payment, action: SwapAction, route: Route): Promise<void> {
  const { store, routeCodes } = desk;
  const { follow_id } = action;
  const prices = await readPrices(store);
  const who = { user_id: payment.userId, follow_id, order_id: follow_id };
  for (const [hop, swap] of route.entries()) {
    await enter(store, swapEntry(swap, { ...who, id: desk.idOf(`swap ${hop}`) }), prices, payment.now);
  }
  const amount = filledBy(route).toFixed();
  await change(desk, follow_id, {
    state: 'Done',
    fill_amount: amount,
    routes: routeCodes.write(routeIds(route)),
    route_assets: JSON.stringify(routeAssets(route)),
  });
  await send(store, {
    id: desk.idOf('fill'),
    user_id: action.receiver,
    asset_id: action.fill_asset,
    amount,
    memo: 'swap',
    follow_id,
    created_at: isoTime(payment.now),
  });
}

function routeOf(
  pools: readonly Pool[],
  routeCodes: RouteCodes,
  { assetId, amount }: Payment,
  { fill_asset, routes }: SwapAction,
): Route | undefined {
  if (routes === '') return bestRoute(pools, assetId, fill_asset, amount);
  return followRoute(pools, routeCodes.read(routes) ?? [], assetId, fill_asset, amount);
}

function newOrder(payment: Payment, { follow_id, fill_asset, minimum }: SwapAction): OrderRow {
  return {
    id: follow_id,
    created_at: isoTime(payment.now),
    user_id: payment.userId,
    state: 'Trading',
    pay_asset_id: payment.assetId,
    fill_asset_id: fill_asset,
    pay_amount: payment.amount.toFixed(),
    fill_amount: '0',
    min_amount: minimum === '' ? '0' : minimum,
    routes: '',
    route_assets: null,
  };
}

async function change({ store }: Desk, id: string, changes: Partial<OrderRow>): Promise<void> {
  await store.updateTable('swap_orders').set(changes).where('id', '=', id).execute();
}
