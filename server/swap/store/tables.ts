/** The tables of the swap service. Amounts are decimal text; times keep their original text. */
import type { Kysely } from 'kysely';
import type { Unpaid } from '../../store/unpaid.ts';

/** The pricing method of a pair. */
export type SwapMethod = 'constant-product' | 'stable-swap';

export type GroupRow = {
  /** JSON array of user ids. */
  members: string;
  threshold: number;
  /** Ed25519, base64. */
  public_key: string;
  private_key: string;
};

export type AssetRow = {
  id: string;
  position: number;
  name: string;
  symbol: string;
  logo: string;
  chain_id: string;
  /** 0 or 1: whether answers contain the asset of the chain. */
  chain_known: number;
  /** US dollars. */
  price: string;
  extra: string;
};

export type PairRow = {
  route_id: number;
  base_asset_id: string;
  quote_asset_id: string;
  base_amount: string;
  quote_amount: string;
  liquidity: string;
  liquidity_asset_id: string;
  swap_method: SwapMethod;
};

export type BrokerRow = {
  /** Empty for the default broker. */
  id: string;
  /** Id of the broker's application on the wallet network. */
  client_id: string;
  /** Empty for the default broker. */
  label: string;
  /** JSON array of the numbers of its pairs; null for all pairs. */
  route_ids: string | null;
};

export type TransactionType = 'Swap' | 'Deposit' | 'Withdraw';

export type TransactionRow = {
  /** Ascends with time; used as the cursor. */
  number: number;
  id: string;
  created_at: string;
  /** Sort key of `created_at`. */
  created_key: string;
  user_id: string;
  type: TransactionType;
  route_id: number;
  /** The order that it belongs to. */
  order_id: string | null;
  base_asset_id: string;
  quote_asset_id: string;
  /** Change of the pool's reserves; negative for amounts that were paid out. */
  base_amount: string;
  quote_amount: string;
  fee_asset_id: string;
  fee_amount: string;
  pay_asset_id: string;
  filled_asset_id: string;
  funds: string;
  amount: string;
  /** US dollars. */
  value: string;
  fee_value: string;
  follow_id: string;
  /** Minted liquidity-provider tokens; negative for returned ones. */
  liquidity: string;
};

/** The activity of a pair within a minute, an hour or a day, and its state at the end. */
export type PeriodRow = {
  route_id: number;
  /** Length in seconds. */
  step: number;
  /** Seconds since 1970. */
  start: number;
  /** Swapped value in US dollars. */
  volume: string;
  transactions: number;
  base_amount: string;
  quote_amount: string;
  /** Value of the pool in US dollars. */
  value: string;
};

export type OrderRow = {
  id: string;
  created_at: string;
  user_id: string;
  state: 'Trading' | 'Rejected' | 'Done';
  pay_asset_id: string;
  fill_asset_id: string;
  pay_amount: string;
  fill_amount: string;
  min_amount: string;
  routes: string;
  /** JSON array; null when the order was not traded. */
  route_assets: string | null;
};

export type CodeRow = {
  code_id: string;
  trace_id: string;
  /** The content of the request: a repeated trace id with other content is rejected. */
  content: string;
  asset_id: string;
  amount: string;
  follow_id: string;
  memo_base64: string;
  created_at: string;
  unpaid_until: Unpaid['unpaid_until'];
};

/** A paid code, and the outcome of the payment. */
export type PaymentRow = {
  code_id: string;
  snapshot_id: string;
  user_id: string;
  state: 'accepted' | 'refunded';
  reason: string | null;
  created_at: string;
};

/** The first half of an addition of liquidity, until the second one arrives or the time is over. */
export type PendingRow = {
  /** Id of the transfer that will send it back, if necessary. */
  refund_id: string;
  follow_id: string;
  user_id: string;
  receiver: string;
  asset_id: string;
  other_asset_id: string;
  amount: string;
  slippage: string;
  /** Milliseconds since 1970. */
  expires: number;
};

/** A transfer of the group to a user. */
export type TransferRow = {
  id: string;
  user_id: string;
  asset_id: string;
  amount: string;
  /** Such as `swap` or `refund: below the minimum`. */
  memo: string;
  follow_id: string;
  created_at: string;
};

export type SwapTables = {
  swap_groups: GroupRow;
  swap_assets: AssetRow;
  swap_pairs: PairRow;
  swap_brokers: BrokerRow;
  swap_transactions: TransactionRow;
  swap_periods: PeriodRow;
  swap_orders: OrderRow;
  swap_codes: CodeRow;
  swap_payments: PaymentRow;
  swap_pending: PendingRow;
  swap_transfers: TransferRow;
};

/** The database, with the tables of this service. */
export type SwapStore = Kysely<SwapTables>;
