/**
 * Transactions, ordered by time (document 1, Endpoints and Limits). Choices of this server: they ascend by
 * `created_at`, then `id`; a page starts at `offset` (inclusive) and has at most 500 entries.
 */

import type { Transaction } from '@wallet-services/contract/lending';
import { Refusal } from '@wallet-services/runtime/refusal';
import { instantKey, knownInstantKey } from '../../values/index.ts';
import type { TransactionRow } from '../store/tables.ts';
import type { LendingContext } from './context.ts';

/** Number of transactions on a page: the default, and the largest. */
const PAGE = 500;

/** The requested page, as the client sent it. */
export interface TransactionPage {
  /** An integer from 1 as text; larger values count as 500. */
  readonly limit?: string | undefined;
  /** Start time of the page, RFC 3339; empty for the beginning. */
  readonly offset?: string | undefined;
}

/**
 * One page of transactions.
 *
 * @throws Refusal 400 when limit or offset is malformed
 */
export async function listTransactions({ store }: LendingContext, page: TransactionPage): Promise<Transaction[]> {
  const limit = limitOf(page.limit);
  const start = startOf(page.offset);
  const rows = await store
    .selectFrom('lending_transactions')
    .selectAll()
    .where('created_key', '>=', start)
    .orderBy('created_key')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(transactionOf);
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return PAGE;
  const limit = /^\d+$/.test(text) ? Math.min(Number(text), PAGE) : 0;
  if (limit < 1) {
    throw new Refusal(400, 'limit is not a whole number from 1', {
      hint: `omit it for the default of ${PAGE}, which is also the maximum`,
    });
  }
  return limit;
}

/** The sort key at which the page starts; the empty text is before every key. */
function startOf(offset: string | undefined): string {
  if (offset === undefined || offset === '') return '';
  const key = instantKey(offset);
  if (key === undefined) {
    throw new Refusal(400, 'offset is not a time', { hint: 'RFC 3339, such as 2021-08-17T11:14:49.123456789Z' });
  }
  return key;
}

function transactionOf({ created_key: _key, snapshot_trace_id, data, ...row }: TransactionRow): Transaction {
  return {
    ...row,
    ...(snapshot_trace_id === null ? {} : { snapshot_trace_id }),
    action: row.action as Transaction['action'],
    data: JSON.parse(data),
  };
}

/** The row of a transaction. */
export function transactionRow(transaction: Transaction): TransactionRow {
  return {
    ...transaction,
    snapshot_trace_id: transaction.snapshot_trace_id ?? null,
    data: JSON.stringify(transaction.data),
    created_key: knownInstantKey(transaction.created_at),
  };
}
