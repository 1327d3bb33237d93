/**
 * The tables of the vault service. Amounts are decimal text; times keep their original text. `number` counts the
 * vaults, and the auctions, in the order in which they began; lists are ordered by it and use it as their cursor.
 */
import type { Kysely } from 'kysely';

export type GroupRow = {
  oauth_client_id: string;
  /** JSON array of user ids. */
  members: string;
  threshold: number;
  public_key: string;
};

export type AssetRow = {
  /** Position in the list. */
  position: number;
  id: string;
  name: string;
  symbol: string;
  logo: string;
  chain_id: string;
  /** 0 or 1: whether the service knows the asset of the chain. */
  chain_known: number;
  price: string;
};

/** A collateral type without derived figures: its debt follows from `art` and `rate`, its price from the assets. */
export type CollateralRow = {
  id: string;
  name: string;
  created_at: string;
  /** Sort key of `created_at`. */
  created_key: string;
  gem: string;
  dai: string;
  /** 0 or 1. */
  live: number;
  beg: string;
  box: string;
  chop: string;
  dunk: string;
  dust: string;
  duty: string;
  line: string;
  mat: string;
  rate: string;
  rho: string;
  supply: string;
  tau: number;
  ttl: number;
  /** Sum over its vaults, updated in the transaction that changes them. */
  ink: string;
  /** Sum over its vaults, updated likewise. */
  art: string;
  /** Sum of the tabs of its running auctions, updated likewise. */
  litter: string;
  /** Number of its vaults, updated likewise. */
  number_of_vaults: number;
};

export type VaultRow = {
  number: number;
  /** Lower case. */
  id: string;
  created_at: string;
  collateral_id: string;
  /** Id of the owner in the wallet network. */
  user_id: string;
  /** Sum over its events, updated in the transaction that adds one. */
  ink: string;
  /** Sum over its events, updated likewise. */
  art: string;
};

export type VaultEventRow = {
  vault_id: string;
  /** Ascending from 1, the oldest. */
  position: number;
  created_at: string;
  action: string;
  dink: string;
  dart: string;
  debt: string;
};

export type FlipRow = {
  number: number;
  /** Lower case. */
  id: string;
  created_at: string;
  /** Action of its latest event: 1 FlipKick, 2 FlipBid, 3 FlipDeal. */
  action: number;
  art: string;
  bid: string;
  lot: string;
  tab: string;
  /** Null before the first bid. */
  tic: string | null;
  end_at: string;
  guy: string;
  collateral_id: string;
  vault_id: string;
};

export type FlipEventRow = {
  flip_id: string;
  /** Ascending from 1, the oldest. */
  position: number;
  created_at: string;
  /** The same numbers as in an auction. */
  action: number;
  bid: string;
  lot: string;
};

export type VaultTables = {
  vault_groups: GroupRow;
  vault_assets: AssetRow;
  vault_collaterals: CollateralRow;
  vault_vaults: VaultRow;
  vault_vault_events: VaultEventRow;
  vault_flips: FlipRow;
  vault_flip_events: FlipEventRow;
};

/** The database, with the tables of this service. */
export type VaultStore = Kysely<VaultTables>;
