/** The balances that the actions of a user change. */
import type { Decimal } from 'decimal.js';
import type { MarketRow, PositionRow } from '../store/tables.ts';
import { Exact } from './decimals.ts';
import { marketRates } from './rates.ts';

/** The action is not possible; the payment is sent back. */
export class ActionRefused extends Error {
  override readonly name = 'ActionRefused';
}

const OPEN = 1;

type Amounts = 'supplied' | 'pledged' | 'borrowed';
type Totals = 'total_cash' | 'total_borrows' | 'ctokens';
type Counts = 'suppliers' | 'borrowers';

/** A market and the user's position in it. */
export interface Entry {
  readonly market: MarketRow;
  readonly position: PositionRow;
}

/** Markets and the positions of one user while an action changes them. Unchanged ones are not written back. */
export class Book {
  readonly #entries: Entry[];
  readonly #touched = new Set<Entry>();

  constructor(userId: string, markets: readonly MarketRow[], positions: readonly PositionRow[]) {
    this.#entries = markets.map((market) => ({
      market: { ...market },
      position: positions.find(({ market_id }) => market_id === market.id) ?? {
        user_id: userId,
        market_id: market.id,
        supplied: '0',
        pledged: '0',
        borrowed: '0',
      },
    }));
  }

  /** @throws ActionRefused when no market has the asset, or it is closed */
  ofAsset(assetId: string): Entry {
    return this.#open(assetId, ({ market }) => market.asset_id === assetId);
  }

  /** @throws ActionRefused when no market has the receipt token, or it is closed */
  ofCtoken(ctokenAssetId: string): Entry {
    return this.#open(ctokenAssetId, ({ market }) => market.ctoken_asset_id === ctokenAssetId);
  }

  #open(id: string, fits: (entry: Entry) => boolean): Entry {
    const entry = this.#entries.find(fits);
    if (entry === undefined) throw new ActionRefused(`no market of this action has the asset ${id}`);
    if (entry.market.status !== OPEN) throw new ActionRefused(`the market of ${entry.market.symbol} is closed`);
    return entry;
  }

  /** The value of a receipt token, in the asset's unit. */
  exchangeRate({ market }: Entry): Decimal {
    return new Exact(marketRates(market).exchange_rate);
  }

  /** @throws ActionRefused when the balance would become negative */
  move(entry: Entry, total: Totals, change: Decimal): void {
    const left = new Exact(entry.market[total]).plus(change);
    if (left.isNegative()) throw new ActionRefused(`the market of ${entry.market.symbol} has not that much`);
    entry.market[total] = left.toFixed();
    this.touch(entry);
  }

  /** @throws ActionRefused when the user does not have that much */
  change(entry: Entry, amount: Amounts, change: Decimal): void {
    const before = new Exact(entry.position[amount]);
    const left = before.plus(change);
    if (left.isNegative()) throw new ActionRefused(`the user has not that much ${amount} in ${entry.market.symbol}`);
    entry.position[amount] = left.toFixed();
    if (amount === 'supplied') count(entry, 'suppliers', before, left);
    if (amount === 'borrowed') count(entry, 'borrowers', before, left);
    this.touch(entry);
  }

  touch(entry: Entry): void {
    this.#touched.add(entry);
  }

  /** @throws ActionRefused when the pledged tokens do not cover the debt */
  requireCover(): void {
    let cover = new Exact(0);
    let owed = new Exact(0);
    for (const entry of this.#entries) {
      const { market, position } = entry;
      const pledged = new Exact(position.pledged).times(this.exchangeRate(entry)).times(market.price);
      cover = cover.plus(pledged.times(market.collateral_factor));
      owed = owed.plus(new Exact(position.borrowed).times(market.price));
    }
    if (owed.greaterThan(cover)) throw new ActionRefused('what is pledged does not cover what would be owed');
  }

  /** The changed entries, with the time and a new version. */
  changes(updatedAt: string): Entry[] {
    return [...this.#touched].map(({ market, position }) => ({
      market: { ...market, version: market.version + 1, updated_at: updatedAt },
      position,
    }));
  }
}

/** Counts a user who takes or gives up a kind of position. */
function count({ market }: Entry, counter: Counts, before: Decimal, after: Decimal): void {
  if (before.isZero() && !after.isZero()) market[counter] += 1;
  if (!before.isZero() && after.isZero()) market[counter] = Math.max(0, market[counter] - 1);
}
