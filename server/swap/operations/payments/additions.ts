/**
 * Adds liquidity: two payments with one follow id, one for each asset of a pair, the second within the time that the
 * first allows. The amount that does not fit the proportion of the pair is sent back.
 */
import type { Decimal } from 'decimal.js';
import type { PaymentOutcome } from '../../../network/index.ts';
import { isoTime } from '../../../values/index.ts';
import type { PendingRow, SwapStore } from '../../store/tables.ts';
import type { AddAction } from '../actions/action.ts';
import { Exact, ZERO } from '../pools/amounts.ts';
import { enter, readPools, readPrices } from '../pools/books.ts';
import { type Addition, addition } from '../pools/liquidity.ts';
import { changed, otherAsset, type Pool } from '../pools/pools.ts';
import { type Desk, type Payment, refund } from './desk.ts';
import { send } from './transfers.ts';

/** Stores a payment until its other half comes, or completes the addition. */
export async function addLiquidity(desk: Desk, payment: Payment, action: AddAction): Promise<PaymentOutcome> {
  const { store } = desk;
  const { follow_id } = action;
  const first = await store
    .selectFrom('swap_pending')
    .selectAll()
    .where('follow_id', '=', follow_id)
    .executeTakeFirst();
  const pool = (await readPools(store)).find((known) => otherAsset(known, payment.assetId) === action.asset);
  if (pool === undefined) return refund(desk, payment, 'there is no such pair', follow_id);
  if (first === undefined) {
    await store
      .insertInto('swap_pending')
      .values(pendingRow(desk, payment, action))
      .execute();
    return { state: 'accepted' };
  }
  const fits =
    first.user_id === payment.userId && first.asset_id === action.asset && first.other_asset_id === payment.assetId;
  if (!fits) return refund(desk, payment, 'the follow id belongs to another addition', follow_id);

  await store.deleteFrom('swap_pending').where('follow_id', '=', follow_id).execute();
  const [base, quote] =
    payment.assetId === pool.base_asset_id
      ? [payment.amount, new Exact(first.amount)]
      : [new Exact(first.amount), payment.amount];
  const added = addition(pool, base, quote);
  const slippage = Exact.min(first.slippage, action.slippage);
  if (added === undefined || leftOver(added, base, quote).greaterThan(slippage)) {
    await refundPending(store, first, payment.now, 'the proportion of the pair has changed');
    return refund(desk, payment, 'the proportion of the pair has changed', follow_id);
  }
  await complete(desk, payment, first, pool, added);
  await sendBack(desk, payment, first, pool, { base: base.minus(added.base), quote: quote.minus(added.quote) });
  return { state: 'accepted' };
}

/** Sends expired first halves back, oldest first. */
export async function refundOverdue(store: SwapStore, now: number): Promise<void> {
  const overdue = await store
    .selectFrom('swap_pending')
    .selectAll()
    .where('expires', '<=', now)
    .orderBy('expires')
    .execute();
  for (const first of overdue) {
    await store.deleteFrom('swap_pending').where('follow_id', '=', first.follow_id).execute();
    await refundPending(store, first, now, 'the other payment did not arrive in time');
  }
}

/** The larger of the two payments' relative remainders. */
function leftOver(added: Addition, base: Decimal, quote: Decimal): Decimal {
  return Exact.max(base.minus(added.base).dividedBy(base), quote.minus(added.quote).dividedBy(quote));
}

async function complete(desk: Desk, payment: Payment, first: PendingRow, pool: Pool, added: Addition): Promise<void> {
  const { follow_id } = first;
  const entry = {
    id: desk.idOf('addition'),
    type: 'Deposit',
    user_id: payment.userId,
    follow_id,
    order_id: null,
    before: pool,
    after: changed(pool, added.base, added.quote, added.liquidity),
    pay_asset_id: pool.base_asset_id,
    filled_asset_id: pool.liquidity_asset_id,
    funds: ZERO,
    amount: added.liquidity,
    fee: ZERO,
  } as const;
  await enter(desk.store, entry, await readPrices(desk.store), payment.now);
  await send(desk.store, {
    id: desk.idOf('tokens'),
    user_id: first.receiver,
    asset_id: pool.liquidity_asset_id,
    amount: added.liquidity.toFixed(),
    memo: 'liquidity added',
    follow_id,
    created_at: isoTime(payment.now),
  });
}

async function sendBack(
  desk: Desk,
  payment: Payment,
  { user_id, follow_id }: PendingRow,
  { base_asset_id, quote_asset_id }: Pool,
  left: { readonly base: Decimal; readonly quote: Decimal },
): Promise<void> {
  const rests = [
    [base_asset_id, left.base],
    [quote_asset_id, left.quote],
  ] as const;
  for (const [asset_id, amount] of rests) {
    if (amount.isZero()) continue;
    await send(desk.store, {
      id: desk.idOf(`rest ${asset_id}`),
      user_id,
      asset_id,
      amount: amount.toFixed(),
      memo: 'refund: more than the proportion of the pair takes',
      follow_id,
      created_at: isoTime(payment.now),
    });
  }
}

/** Sends the first half back. */
async function refundPending(store: SwapStore, first: PendingRow, now: number, reason: string): Promise<void> {
  const { refund_id, user_id, asset_id, amount, follow_id } = first;
  const created_at = isoTime(now);
  await send(store, { id: refund_id, user_id, asset_id, amount, memo: `refund: ${reason}`, follow_id, created_at });
}

function pendingRow(desk: Desk, payment: Payment, action: AddAction): PendingRow {
  return {
    follow_id: action.follow_id,
    refund_id: desk.idOf('refund'),
    user_id: payment.userId,
    receiver: action.receiver,
    asset_id: payment.assetId,
    other_asset_id: action.asset,
    amount: payment.amount.toFixed(),
    slippage: action.slippage,
    expires: payment.now + action.timeout * 1000,
  };
}
