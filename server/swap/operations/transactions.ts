/**
 * Lists of transactions, newest first (document 2, Endpoints). Choices of this server: a page has 20 entries, at most
 * 500; the cursor is the number of the last transaction of the previous page.
 */

import type { Transaction, TransactionPage } from '@wallet-services/contract/swap';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { WalletUser } from '../../network/index.ts';
import type { SwapStore, TransactionRow } from '../store/tables.ts';
import type { SwapContext } from './context.ts';
import { findPair, type PairPath } from './pairs.ts';

const STANDARD = 20;
const MAXIMUM = 500;

/** The requested page. */
export interface PageInput {
  /** `next_cursor` of the previous page; undefined for the first page. */
  readonly cursor?: number | undefined;
  readonly limit?: number | undefined;
}

/** Which transactions to list; default: all. */
export interface Selection {
  readonly pair?: PairPath;
  readonly caller?: WalletUser;
}

/**
 * Lists a page of transactions.
 *
 * @throws Refusal 400 when the cursor is not in the list, or the limit is below 1; 404 when there is no such pair
 */
export async function listTransactions(
  context: SwapContext,
  { cursor, limit }: PageInput,
  { pair, caller }: Selection = {},
): Promise<TransactionPage> {
  const routeId = pair === undefined ? undefined : (await findPair(context, pair)).route_id;
  const size = sizeOf(limit);
  const listed = selected(context.store, routeId, caller?.userId.toLowerCase());
  if (cursor !== undefined && !(await isIn(listed, cursor))) {
    throw new Refusal(400, 'cursor is not from a page of this list', {
      hint: 'send the next_cursor of the previous page, or omit it for the first page',
    });
  }
  const after = cursor === undefined ? listed : listed.where('number', '<', cursor);
  // One more row than the page has shows whether there is another page.
  const found = await after
    .orderBy('number', 'desc')
    .limit(size + 1)
    .execute();
  const rows = found.slice(0, size);
  const last = found.length > size ? rows.at(-1) : undefined;
  return {
    transactions: rows.map(transactionOf),
    pagination: { next_cursor: last === undefined ? '' : String(last.number), has_next: last !== undefined },
  };
}

function selected(store: SwapStore, routeId: number | undefined, userId: string | undefined) {
  let query = store.selectFrom('swap_transactions').selectAll();
  if (routeId !== undefined) query = query.where('route_id', '=', routeId);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  return query;
}

async function isIn(listed: ReturnType<typeof selected>, cursor: number): Promise<boolean> {
  if (!Number.isSafeInteger(cursor)) return false;
  return (await listed.where('number', '=', cursor).executeTakeFirst()) !== undefined;
}

function sizeOf(limit: number | undefined): number {
  if (limit === undefined) return STANDARD;
  if (limit >= 1) return Math.min(limit, MAXIMUM);
  throw new Refusal(400, 'limit is below 1', {
    hint: `omit it for the default of ${STANDARD}; the maximum is ${MAXIMUM}`,
  });
}

/** A transaction in a list: without the user (document 2, Swap transaction). */
function transactionOf(row: TransactionRow): Transaction {
  const { number, created_key, user_id, route_id, order_id, ...reported } = row;
  return reported;
}
