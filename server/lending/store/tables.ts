/** The tables of the lending service. Amounts are decimal text; times keep their original text. */

import type { Market } from '@wallet-services/contract/lending';
import type { Kysely } from 'kysely';
import type { Unpaid } from '../../store/unpaid.ts';

/** The members of a market that are derived from its balances. Decimal strings with at most 16 decimals. */
export interface MarketRates {
  readonly utilization_rate: string;
  readonly exchange_rate: string;
  readonly supply_rate_per_block: string;
  readonly borrow_rate_per_block: string;
  readonly supply_apy: string;
  readonly borrow_apy: string;
}

/** A stored market. Derived members are not stored but computed at each read, so that they are never stale. */
export type MarketRow = Omit<Market, keyof MarketRates>;

export type TransactionRow = {
  id: number;
  action: number;
  trace_id: string;
  user_id: string;
  follow_id: string;
  snapshot_trace_id: string | null;
  asset_id: string;
  amount: string;
  /** JSON object, as text. */
  data: string;
  created_at: string;
  /** Sort key of `created_at`. */
  created_key: string;
  updated_at: string;
};

export type PayRequestRow = {
  code_id: string;
  /** Lower case. */
  trace_id: string;
  asset_id: string;
  amount: string;
  follow_id: string;
  memo_base64: string;
  /** 0 or 1. */
  with_gas: number;
  created_at: string;
  unpaid_until: Unpaid['unpaid_until'];
};

export type PriceRequestRow = {
  trace_id: string;
  asset_id: string;
  symbol: string;
  /** JSON array of user ids. */
  receiver_members: string;
  receiver_threshold: number;
  /** JSON array of `{index, verify_key}`. */
  signers: string;
  threshold: number;
};

/** The position of a user in a market. Amounts are decimal text. */
export type PositionRow = {
  user_id: string;
  market_id: number;
  /** Receipt tokens that were minted for the user and are not redeemed. */
  supplied: string;
  /** Receipt tokens that are pledged. */
  pledged: string;
  /** Owed amount of the asset. */
  borrowed: string;
};

/** A pay request that was paid. */
export type PaymentRow = {
  code_id: string;
  snapshot_id: string;
  /** Why the payment was sent back; null when it was not. */
  refund_reason: string | null;
};

export type LendingTables = {
  lending_markets: MarketRow;
  lending_transactions: TransactionRow;
  lending_pay_requests: PayRequestRow;
  lending_price_requests: PriceRequestRow;
  lending_positions: PositionRow;
  lending_payments: PaymentRow;
};

/** The database, with the tables of this service. */
export type LendingStore = Kysely<LendingTables>;
