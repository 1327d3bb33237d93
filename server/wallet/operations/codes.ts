/** Payment codes: looks up and pays the payments that links `<scheme>://codes/<code_id>` request. */

import { createHash } from 'node:crypto';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { PaymentOutcome } from '../../network/index.ts';
import type { PaymentCode, RunningService } from '../../service.ts';
import { type Clock, isoTime, uuidOf } from '../../values/index.ts';
import type { WalletPaymentRow, WalletStore } from '../store/tables.ts';

/** A payment in the format of the network. */
export interface PaymentAnswer {
  readonly code_id: string;
  /** Id of the transfer. */
  readonly snapshot_id: string;
  readonly user_id: string;
  readonly asset_id: string;
  readonly amount: string;
  /** `accepted`, or `refunded` when the service sent it back. */
  readonly state: PaymentOutcome['state'];
  /** Why it was sent back; absent otherwise. */
  readonly reason?: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
}

interface Found {
  readonly service: RunningService;
  readonly code: PaymentCode;
}

/** @throws Refusal 404 when no service made the code */
export async function findCode(services: readonly RunningService[], codeId: string): Promise<Found> {
  for (const service of services) {
    const code = await service.findCode?.(codeId);
    if (code !== undefined) return { service, code };
  }
  throw new Refusal(404, `there is no payment code ${codeId}`);
}

/**
 * Pays a code for a user. Only the first payment counts; paying again changes nothing and gets the same answer.
 *
 * The payment is recorded before the service receives it. After a crash in between, the next attempt to pay completes
 * it, because services accept a snapshot only once.
 *
 * @throws Refusal 404 when no service made the code, 409 when its service accepts no payments
 */
export async function payCode(
  store: WalletStore,
  clock: Clock,
  services: readonly RunningService[],
  codeId: string,
  userId: string,
): Promise<PaymentAnswer> {
  const { service, code } = await findCode(services, codeId);
  if (service.payCode === undefined) throw new Refusal(409, `the payment code ${code.code_id} cannot be paid here`);
  const payment = await recorded(store, {
    code_id: code.code_id,
    user_id: userId,
    snapshot_id: uuidOf(createHash('sha256').update(`wallet payment ${code.code_id}`).digest(), 8),
    created_at: isoTime(clock()),
  });
  const outcome = await service.payCode(payment.code_id, {
    userId: payment.user_id,
    snapshotId: payment.snapshot_id,
  });
  const { asset_id, amount } = code;
  return { ...payment, asset_id, amount, ...outcome };
}

/** The payment of the code that was recorded first. */
function recorded(store: WalletStore, payment: WalletPaymentRow): Promise<WalletPaymentRow> {
  return store.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('wallet_payments')
      .values(payment)
      .onConflict((conflict) => conflict.column('code_id').doNothing())
      .execute();
    return transaction
      .selectFrom('wallet_payments')
      .selectAll()
      .where('code_id', '=', payment.code_id)
      .executeTakeFirstOrThrow();
  });
}
