/** The dependencies of the handling of payments, and how a payment is sent back. */
import type { Decimal } from 'decimal.js';
import type { PaymentOutcome } from '../../../network/index.ts';
import { isoTime } from '../../../values/index.ts';
import type { SwapStore } from '../../store/tables.ts';
import type { RouteCodes } from '../pools/routes.ts';
import { send } from './transfers.ts';

/** A received payment. */
export interface Payment {
  readonly snapshotId: string;
  readonly userId: string;
  readonly assetId: string;
  readonly amount: Decimal;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The context in which a payment is handled, within a database transaction. */
export interface Desk {
  readonly store: SwapStore;
  readonly routeCodes: RouteCodes;
  /** Derives ids from the payment: they are the same on every run. */
  idOf(purpose: string): string;
}

/** Sends a payment back. */
export async function refund(desk: Desk, payment: Payment, reason: string, followId: string): Promise<PaymentOutcome> {
  await send(desk.store, {
    id: desk.idOf('refund'),
    user_id: payment.userId,
    asset_id: payment.assetId,
    amount: payment.amount.toFixed(),
    memo: `refund: ${reason}`,
    follow_id: followId,
    created_at: isoTime(payment.now),
  });
  return { state: 'refunded', reason };
}
