/** Removes liquidity: takes tokens of a pair, and pays both assets out. */
import type { PaymentOutcome } from '../../../network/index.ts';
import { isoTime } from '../../../values/index.ts';
import type { RemoveAction } from '../actions/action.ts';
import { ZERO } from '../pools/amounts.ts';
import { enter, readPools, readPrices } from '../pools/books.ts';
import { removal } from '../pools/liquidity.ts';
import { changed } from '../pools/pools.ts';
import { type Desk, type Payment, refund } from './desk.ts';
import { send } from './transfers.ts';

/** Pays the receiver's share of the pair. */
export async function removeLiquidity(desk: Desk, payment: Payment, action: RemoveAction): Promise<PaymentOutcome> {
  const { store } = desk;
  const { follow_id, receiver } = action;
  const pool = (await readPools(store)).find(({ liquidity_asset_id }) => liquidity_asset_id === payment.assetId);
  if (pool === undefined) return refund(desk, payment, 'the asset is not the token of a pair', follow_id);
  const removed = removal(pool, payment.amount);
  if (removed === undefined)
    return refund(desk, payment, 'the amount is too large or too small for the pair', follow_id);

  const entry = {
    id: desk.idOf('removal'),
    type: 'Withdraw',
    user_id: payment.userId,
    follow_id,
    order_id: null,
    before: pool,
    after: changed(pool, removed.base.negated(), removed.quote.negated(), payment.amount.negated()),
    pay_asset_id: pool.liquidity_asset_id,
    filled_asset_id: pool.base_asset_id,
    funds: payment.amount,
    amount: ZERO,
    fee: ZERO,
  } as const;
  await enter(store, entry, await readPrices(store), payment.now);
  const given = [
    [pool.base_asset_id, removed.base],
    [pool.quote_asset_id, removed.quote],
  ] as const;
  for (const [asset_id, amount] of given) {
    await send(store, {
      id: desk.idOf(`share ${asset_id}`),
      user_id: receiver,
      asset_id,
      amount: amount.toFixed(),
      memo: 'liquidity removed',
      follow_id,
      created_at: isoTime(payment.now),
    });
  }
  return { state: 'accepted' };
}
