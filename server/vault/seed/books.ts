/**
 * The books of the group: histories, and the rows derived from them. The figures of a vault are the sums over its
 * events, the state of an auction is that of its events, and the figures of a collateral type are the sums over its
 * vaults and running auctions. They are computed only here, and stored in the transaction that stores the histories.
 */
import type { Asset, FlipAction, GroupInformation } from '@wallet-services/contract/vault';
import type { Insertable } from 'kysely';
import { inBatches } from '../../store/index.ts';
import { knownInstantKey } from '../../values/index.ts';
import { assetRow } from '../operations/assets.ts';
import { Exact } from '../operations/exact.ts';
import { flipActionNumber } from '../operations/flips.ts';
import { groupRow } from '../operations/group.ts';
import type {
  CollateralRow,
  FlipEventRow,
  FlipRow,
  VaultEventRow,
  VaultRow,
  VaultStore,
  VaultTables,
} from '../store/tables.ts';
import { laterText } from './moments.ts';

/** Kinds of changes to a vault. */
export type VaultAction = 'VatOpen' | 'VatDeposit' | 'VatWithdraw' | 'VatPayback' | 'VatGenerate';

/** A change to a vault; the amounts are differences. */
export interface VaultStep extends Pick<VaultEventRow, 'created_at' | 'dink' | 'dart' | 'debt'> {
  readonly action: VaultAction;
}

/** A vault with all changes since its opening, in the order of time. */
export interface VaultHistory extends Pick<VaultRow, 'id' | 'collateral_id' | 'user_id'> {
  readonly steps: readonly [VaultStep, ...VaultStep[]];
}

/** An event of an auction; the amounts are those after the event. */
export interface FlipStep extends Pick<FlipEventRow, 'created_at' | 'bid' | 'lot'> {
  readonly action: FlipAction;
}

/** An auction with its events since its start, in the order of time. */
export interface FlipHistory extends Pick<FlipRow, 'id' | 'collateral_id' | 'vault_id' | 'art' | 'tab'> {
  /** The last bidder; empty when there was no bid. */
  readonly guy: string;
  readonly steps: readonly [FlipStep, ...FlipStep[]];
}

/** A collateral type without the figures that are derived from vaults and auctions. */
export type CollateralTerms = Omit<CollateralRow, 'created_key' | 'ink' | 'art' | 'litter' | 'number_of_vaults'>;

export interface Books {
  readonly group: GroupInformation;
  readonly assets: readonly Asset[];
  readonly collaterals: readonly CollateralTerms[];
  readonly vaults: readonly VaultHistory[];
  readonly flips: readonly FlipHistory[];
}

type Rows = { readonly [Table in keyof VaultTables]: readonly VaultTables[Table][] };

/** Stores the books in empty tables. Call it within a transaction. */
export async function storeBooks(store: VaultStore, books: Books): Promise<void> {
  const rows = rowsOf(books);
  await insertAll(store, 'vault_groups', rows.vault_groups);
  await insertAll(store, 'vault_assets', rows.vault_assets);
  await insertAll(store, 'vault_collaterals', rows.vault_collaterals);
  await insertAll(store, 'vault_vaults', rows.vault_vaults);
  await insertAll(store, 'vault_vault_events', rows.vault_vault_events);
  await insertAll(store, 'vault_flips', rows.vault_flips);
  await insertAll(store, 'vault_flip_events', rows.vault_flip_events);
}

/** Derives the rows of the books. Vaults and auctions are numbered in the order in which they began. */
export function rowsOf(books: Books): Rows {
  const vaults = inOrder(books.vaults);
  const vaultRows = vaults.map(vaultRow);
  const flips = inOrder(books.flips);
  const terms = new Map(books.collaterals.map((collateral) => [collateral.id, collateral]));
  const flipRows = flips.map((flip, position) => flipRow(flip, position + 1, terms.get(flip.collateral_id)));
  return {
    vault_groups: [groupRow(books.group)],
    vault_assets: books.assets.map(assetRow),
    vault_collaterals: collateralRows(books.collaterals, vaultRows, flipRows),
    vault_vaults: vaultRows,
    vault_vault_events: vaults.flatMap(({ id, steps }) =>
      steps.map((step, position) => ({ ...step, vault_id: id, position: position + 1 })),
    ),
    vault_flips: flipRows,
    vault_flip_events: flips.flatMap(({ id, steps }) =>
      steps.map(({ action, ...step }, position) => ({
        ...step,
        action: flipActionNumber(action),
        flip_id: id,
        position: position + 1,
      })),
    ),
  };
}

function inOrder<History extends { readonly steps: readonly [{ readonly created_at: string }, ...unknown[]] }>(
  histories: readonly History[],
): History[] {
  return histories
    .map((history) => ({ history, key: knownInstantKey(history.steps[0].created_at) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ history }) => history);
}

function vaultRow({ steps, ...vault }: VaultHistory, position: number): VaultRow {
  return {
    ...vault,
    number: position + 1,
    created_at: steps[0].created_at,
    ink: sum(steps.map(({ dink }) => dink)),
    art: sum(steps.map(({ dart }) => dart)),
  };
}

function flipRow({ steps, ...flip }: FlipHistory, number: number, terms: CollateralTerms | undefined): FlipRow {
  if (terms === undefined) throw new Error(`the flip ${flip.id} is of no collateral type of the books`);
  const [kick] = steps;
  const { action, bid, lot } = steps.at(-1) ?? kick;
  const lastBid = steps.findLast((step) => step.action === 'FlipBid');
  return {
    ...flip,
    number,
    created_at: kick.created_at,
    action: flipActionNumber(action),
    bid,
    lot,
    tic: lastBid === undefined ? null : laterText(lastBid.created_at, terms.ttl),
    end_at: laterText(kick.created_at, terms.tau),
  };
}

function collateralRows(
  collaterals: readonly CollateralTerms[],
  vaults: readonly VaultRow[],
  flips: readonly FlipRow[],
): CollateralRow[] {
  const over = flipActionNumber('FlipDeal');
  const vaultsOf = Map.groupBy(vaults, ({ collateral_id }) => collateral_id);
  const running = Map.groupBy(
    flips.filter(({ action }) => action !== over),
    ({ collateral_id }) => collateral_id,
  );
  return collaterals.map((terms) => {
    const own = vaultsOf.get(terms.id) ?? [];
    return {
      ...terms,
      created_key: knownInstantKey(terms.created_at),
      ink: sum(own.map(({ ink }) => ink)),
      art: sum(own.map(({ art }) => art)),
      litter: sum((running.get(terms.id) ?? []).map(({ tab }) => tab)),
      number_of_vaults: own.length,
    };
  });
}

function sum(amounts: readonly string[]): string {
  // Most changes affect only one of the two figures.
  const changes = amounts.filter((amount) => amount !== '0');
  return changes.reduce((total, amount) => total.plus(amount), new Exact(0)).toFixed();
}

function insertAll<Table extends keyof VaultTables>(
  store: VaultStore,
  table: Table,
  rows: readonly VaultTables[Table][],
): Promise<void> {
  return inBatches(rows, (batch: readonly unknown[]) =>
    store
      .insertInto(table)
      .values(batch as Insertable<VaultTables[Table]>[])
      .execute(),
  );
}
