/** Pay requests: payments that the wallet looks up by the code in their link (document 1, Endpoints). */

import { createHash } from 'node:crypto';
import type { PayRequest } from '@wallet-services/contract/lending';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { PaymentCode } from '../../service.ts';
import { forgetUnpaid, holds, unpaidUntil } from '../../store/unpaid.ts';
import { isoTime, uuidOf } from '../../values/index.ts';
import type { PayRequestRow } from '../store/tables.ts';
import type { LendingContext } from './context.ts';

/** A pay request over HTTP or RPC; only RPC has `with_gas`. */
export type PayInput = PayRequest & { readonly with_gas: boolean };

/**
 * Stores a pay request. A repeated request with the same trace id and content gets the same code.
 *
 * @returns the link into the wallet
 * @throws Refusal 400 when a member is malformed or the amount is not positive, 409 when the trace id was used with
 *   other content
 */
export async function createPayRequest(
  { store, clock, scheme, checkPayRequest }: LendingContext,
  input: PayInput,
): Promise<string> {
  checkPayRequest({ ...input });
  if (!isPositive(input.amount)) throw new Refusal(400, 'amount is not positive');
  const now = clock();
  const row = rowOf(input, now);
  const stored = await store.transaction().execute(async (transaction) => {
    await forgetUnpaid(transaction, 'lending_pay_requests', now);
    await transaction
      .insertInto('lending_pay_requests')
      .values(row)
      .onConflict((conflict) => conflict.column('trace_id').doNothing())
      .execute();
    return transaction
      .selectFrom('lending_pay_requests')
      .selectAll()
      .where('trace_id', '=', row.trace_id)
      .executeTakeFirstOrThrow();
  });
  if (contentOf(stored) !== contentOf(row)) {
    throw new Refusal(409, 'trace_id was used for a pay request with other content', {
      hint: 'use a new trace_id for each payment',
    });
  }
  return `${scheme}://codes/${stored.code_id}`;
}

/** The pay request that a code belongs to; undefined when there is none. */
export async function findCode({ store, clock }: LendingContext, codeId: string): Promise<PaymentCode | undefined> {
  const row = await store
    .selectFrom('lending_pay_requests')
    .selectAll()
    .where('code_id', '=', codeId.toLowerCase())
    .where(holds(clock()))
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, with_gas: row.with_gas === 1 };
}

/** Its pattern was checked already, so a digit other than 0 and no minus sign make an amount positive. */
function isPositive(amount: string): boolean {
  return !amount.startsWith('-') && /[1-9]/.test(amount);
}

function rowOf(input: PayInput, now: number): PayRequestRow {
  const trace_id = input.trace_id.toLowerCase();
  return {
    code_id: codeOf(trace_id),
    trace_id,
    asset_id: input.asset_id,
    amount: input.amount,
    follow_id: input.follow_id,
    memo_base64: input.memo_base64,
    with_gas: input.with_gas ? 1 : 0,
    created_at: isoTime(now),
    unpaid_until: unpaidUntil(now),
  };
}

/** Derives the code from the trace id, so that equal requests get the same code on every run. */
function codeOf(traceId: string): string {
  return uuidOf(createHash('sha256').update(`lending pay request ${traceId}`).digest(), 8);
}

/** A key that is the same for equal pay requests: `0.5` equals `0.50`, and UUIDs are case-insensitive. */
function contentOf({ asset_id, amount, follow_id, memo_base64, with_gas }: PayRequestRow): string {
  return JSON.stringify([asset_id.toLowerCase(), plain(amount), follow_id.toLowerCase(), memo_base64, with_gas]);
}

function plain(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`;
}
