/** Handles the payment of a pay request: changes the market and adds transactions, in one database transaction. */

import { createHash } from 'node:crypto';
import { Action } from '@wallet-services/contract/lending';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Transaction } from 'kysely';
import type { Payer, PaymentOutcome } from '../../network/index.ts';
import { holds } from '../../store/unpaid.ts';
import { isoTime, uuidOf } from '../../values/index.ts';
import type { LendingTables, PayRequestRow } from '../store/tables.ts';
import { type ActionRecord, act, type Paid, refund } from './actions.ts';
import { ActionRefused, Book } from './book.ts';
import type { LendingContext } from './context.ts';
import { Exact } from './decimals.ts';
import { readMemo } from './memo.ts';
import { transactionRow } from './transactions.ts';

/** Longest amount that is accepted, in characters. */
const LONGEST_AMOUNT = 64;

type Tables = Transaction<LendingTables>;

/** The outcome of a payment before it is stored. */
interface Happened {
  readonly records: readonly ActionRecord[];
  readonly followId: string;
  /** Absent when the payment is sent back. */
  readonly book?: Book;
  readonly refundReason?: string;
}

/**
 * Accepts a payment. A repeated payment changes nothing and gets the same answer.
 *
 * @throws Refusal 404 when there is no such pay request, 409 when its amount is out of range
 */
export async function payCode({ store, clock }: LendingContext, codeId: string, payer: Payer): Promise<PaymentOutcome> {
  const now = clock();
  return store.transaction().execute(async (tables) => {
    const request = await tables
      .selectFrom('lending_pay_requests')
      .selectAll()
      .where('code_id', '=', codeId)
      .where(holds(now))
      .executeTakeFirst();
    if (request === undefined) throw new Refusal(404, `there is no pay request with the code ${codeId}`);
    if (request.amount.length > LONGEST_AMOUNT) throw new Refusal(409, 'the amount is too large to be paid');
    const taken = await tables
      .selectFrom('lending_payments')
      .selectAll()
      .where('code_id', '=', codeId)
      .executeTakeFirst();
    if (taken !== undefined) return outcome(taken.refund_reason ?? undefined);

    const happened = await perform(tables, request, payer);
    await write(tables, request, payer, happened, isoTime(now));
    await tables
      .updateTable('lending_pay_requests')
      .set({ unpaid_until: null })
      .where('code_id', '=', codeId)
      .execute();
    return outcome(happened.refundReason);
  });
}

function outcome(reason: string | undefined): PaymentOutcome {
  return reason === undefined ? { state: 'accepted' } : { state: 'refunded', reason };
}

async function perform(tables: Tables, request: PayRequestRow, { userId }: Payer): Promise<Happened> {
  const paid: Paid = { assetId: request.asset_id.toLowerCase(), amount: new Exact(request.amount) };
  const memo = readMemo(request.memo_base64);
  if (memo === undefined) {
    const records = [refund(paid, Action.Default)];
    return { records, followId: request.follow_id, refundReason: 'the memo is of no known form' };
  }
  const { followId } = memo;
  const book = new Book(
    userId,
    await tables.selectFrom('lending_markets').selectAll().execute(),
    await tables.selectFrom('lending_positions').selectAll().where('user_id', '=', userId).execute(),
  );
  try {
    return { records: act(book, paid, memo), followId, book };
  } catch (error) {
    if (!(error instanceof ActionRefused)) throw error;
    return { records: [refund(paid, memo.action)], followId, refundReason: error.message };
  }
}

async function write(
  tables: Tables,
  request: PayRequestRow,
  payer: Payer,
  happened: Happened,
  now: string,
): Promise<void> {
  for (const { market, position } of happened.book?.changes(now) ?? []) {
    await tables.updateTable('lending_markets').set(market).where('id', '=', market.id).execute();
    await tables
      .insertInto('lending_positions')
      .values(position)
      .onConflict((conflict) => conflict.columns(['user_id', 'market_id']).doUpdateSet(position))
      .execute();
  }
  const { last } = await tables
    .selectFrom('lending_transactions')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const rows = happened.records.map(({ action, assetId, amount, data }, place) =>
    transactionRow({
      id: Number(last ?? 0) + 1 + place,
      action,
      // The first record is that of the payment itself.
      trace_id: place === 0 ? request.trace_id : derived(request.trace_id, action),
      user_id: payer.userId,
      follow_id: happened.followId,
      snapshot_trace_id: place === 0 ? payer.snapshotId : derived(payer.snapshotId, action),
      asset_id: assetId,
      amount: amount.toFixed(),
      data,
      created_at: now,
      updated_at: now,
    }),
  );
  await tables.insertInto('lending_transactions').values(rows).execute();
  await tables
    .insertInto('lending_payments')
    .values({
      code_id: request.code_id,
      snapshot_id: payer.snapshotId,
      refund_reason: happened.refundReason ?? null,
    })
    .execute();
}

/** Derives an id, so that a payment gets the same ids whenever it is processed. */
function derived(id: string, action: Action): string {
  return uuidOf(createHash('sha256').update(`lending ${id} ${action}`).digest(), 8);
}
