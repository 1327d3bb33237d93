/** Handles payments to the group: each takes effect once, or is sent back. */

import { createHash } from 'node:crypto';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Payer, PaymentOutcome } from '../../../network/index.ts';
import { holds } from '../../../store/unpaid.ts';
import { isoTime, uuidOf } from '../../../values/index.ts';
import type { CodeRow, PaymentRow, SwapStore } from '../../store/tables.ts';
import { parseAction } from '../actions/action.ts';
import { openMemo } from '../actions/memo.ts';
import type { SwapContext } from '../context.ts';
import { Exact } from '../pools/amounts.ts';
import { addLiquidity, refundOverdue } from './additions.ts';
import { type Desk, type Payment, refund } from './desk.ts';
import { removeLiquidity } from './removals.ts';
import { tradeOrder } from './trades.ts';

/**
 * Handles the payment of a code. A repeated report changes nothing; a second payment of the code is sent back.
 *
 * @throws Refusal 404 when there is no such code
 */
export async function payCode(
  { store, routeCodes, clock }: SwapContext,
  codeId: string,
  payer: Payer,
): Promise<PaymentOutcome> {
  const now = clock();
  return store.transaction().execute(async (transaction) => {
    const code = await codeOf(transaction, codeId, now);
    const payment: Payment = {
      snapshotId: payer.snapshotId.toLowerCase(),
      userId: payer.userId.toLowerCase(),
      assetId: code.asset_id,
      amount: new Exact(code.amount),
      now,
    };
    const desk: Desk = {
      store: transaction,
      routeCodes,
      idOf: (purpose) => uuidOf(createHash('sha256').update(`${purpose} ${payment.snapshotId}`).digest(), 8),
    };
    const known = await transaction
      .selectFrom('swap_payments')
      .selectAll()
      .where('code_id', '=', code.code_id)
      .executeTakeFirst();
    if (known?.snapshot_id === payment.snapshotId) return outcomeOf(known);
    if (known !== undefined) return refund(desk, payment, 'the code was paid before', code.follow_id);

    await refundOverdue(transaction, now);
    const outcome = await settle(desk, payment, code);
    await transaction
      .insertInto('swap_payments')
      .values(paymentRow(code, payment, outcome))
      .execute();
    await transaction
      .updateTable('swap_codes')
      .set({ unpaid_until: null })
      .where('code_id', '=', code.code_id)
      .execute();
    return outcome;
  });
}

async function codeOf(store: SwapStore, codeId: string, now: number): Promise<CodeRow> {
  const code = await store
    .selectFrom('swap_codes')
    .selectAll()
    .where('code_id', '=', codeId.toLowerCase())
    .where(holds(now))
    .executeTakeFirst();
  if (code === undefined) throw new Refusal(404, `there is no payment code ${codeId}`);
  return code;
}

/** Uses only the memo of the payment, as for a payment that a client has encrypted itself. */
async function settle(desk: Desk, payment: Payment, { memo_base64, follow_id }: CodeRow): Promise<PaymentOutcome> {
  const { private_key } = await desk.store.selectFrom('swap_groups').select('private_key').executeTakeFirstOrThrow();
  const text = openMemo(private_key, memo_base64);
  if (text === undefined) return refund(desk, payment, 'the memo cannot be read', follow_id);
  const action = parseAction(text);
  switch (action.kind) {
    case 'add':
      return addLiquidity(desk, payment, action);
    case 'remove':
      return removeLiquidity(desk, payment, action);
    case 'swap':
      return tradeOrder(desk, payment, action);
  }
}

function paymentRow(code: CodeRow, payment: Payment, { state, reason }: PaymentOutcome): PaymentRow {
  return {
    code_id: code.code_id,
    snapshot_id: payment.snapshotId,
    user_id: payment.userId,
    state,
    reason: reason ?? null,
    created_at: isoTime(payment.now),
  };
}

function outcomeOf({ state, reason }: PaymentRow): PaymentOutcome {
  return reason === null ? { state } : { state, reason };
}
