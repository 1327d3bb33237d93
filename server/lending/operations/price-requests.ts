/** Oracle price requests, listed over RPC only (document 1, Price). */
import type { PriceRequestRow } from '../store/tables.ts';
import type { LendingContext } from './context.ts';

/** A request to the oracle for the price of an asset, with the members of document 1. */
export interface PriceRequest {
  readonly asset_id: string;
  readonly symbol: string;
  readonly trace_id: string;
  readonly receiver: { readonly members: readonly string[]; readonly threshold: number };
  readonly signers: readonly { readonly index: number; readonly verify_key: string }[];
  readonly threshold: number;
}

/** All price requests, ordered by symbol. */
export async function listPriceRequests({ store }: LendingContext): Promise<PriceRequest[]> {
  const rows = await store.selectFrom('lending_price_requests').selectAll().orderBy('symbol').execute();
  return rows.map(({ receiver_members, receiver_threshold, signers, ...row }) => ({
    ...row,
    receiver: { members: JSON.parse(receiver_members), threshold: receiver_threshold },
    signers: JSON.parse(signers),
  }));
}

/** The row of a price request. */
export function priceRequestRow({ receiver, signers, ...request }: PriceRequest): PriceRequestRow {
  return {
    ...request,
    receiver_members: JSON.stringify(receiver.members),
    receiver_threshold: receiver.threshold,
    signers: JSON.stringify(signers),
  };
}
