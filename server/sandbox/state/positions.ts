/** Lists the positions of users in the lending markets, and changes them. */
import type { Position, PositionChange } from '@wallet-services/contract/sandbox';
import { Refusal } from '@wallet-services/runtime/refusal';
import { ActionRefused, Book, type Entry } from '../../lending/operations/book.ts';
import { Exact } from '../../lending/operations/decimals.ts';
import type { LendingTables } from '../../lending/store/tables.ts';
import type { Store } from '../../service.ts';

export async function positionsOf(store: Store, userId: string): Promise<Position[]> {
  return store
    .$extendTables<LendingTables>()
    .selectFrom('lending_positions as position')
    .innerJoin('lending_markets as market', 'market.id', 'position.market_id')
    .select(['position.user_id', 'market.asset_id', 'position.supplied', 'position.pledged', 'position.borrowed'])
    .where('position.user_id', '=', userId)
    .execute();
}

/**
 * Gives a user a position, and adjusts the market to it: its cash for receipt tokens, its borrows for debt.
 *
 * @param now ISO 8601
 * @throws Refusal 404 when there is no such user or market, 409 when the market is closed
 */
export async function putPosition(
  store: Store,
  place: { readonly user_id: string; readonly asset_id: string },
  change: PositionChange,
  now: string,
): Promise<Position> {
  const { user_id: userId, asset_id: assetId } = place;
  return store
    .$extendTables<LendingTables>()
    .transaction()
    .execute(async (tables) => {
      const markets = await tables.selectFrom('lending_markets').selectAll().execute();
      if (!markets.some(({ asset_id }) => asset_id === assetId)) {
        throw new Refusal(404, `no market has the asset ${assetId}`, {
          hint: `use one of ${markets.map(({ symbol, asset_id }) => `${symbol} ${asset_id}`).join(', ')}`,
        });
      }
      const positions = await tables
        .selectFrom('lending_positions')
        .selectAll()
        .where('user_id', '=', userId)
        .execute();
      const book = new Book(userId, markets, positions);
      const entry = changed(book, assetId, change);
      for (const { market, position } of book.changes(now)) {
        await tables.updateTable('lending_markets').set(market).where('id', '=', market.id).execute();
        await tables
          .insertInto('lending_positions')
          .values(position)
          .onConflict((conflict) => conflict.columns(['user_id', 'market_id']).doUpdateSet(position))
          .execute();
      }
      const { supplied, pledged, borrowed } = entry.position;
      return { user_id: userId, asset_id: assetId, supplied, pledged, borrowed };
    });
}

function changed(book: Book, assetId: string, { supplied, pledged, borrowed }: PositionChange): Entry {
  try {
    const entry = book.ofAsset(assetId);
    const by = (text: string | undefined, before: string) => new Exact(text ?? before).minus(before);
    const tokens = by(supplied, entry.position.supplied);
    const owed = by(borrowed, entry.position.borrowed);
    const cash = tokens.times(book.exchangeRate(entry)).toDecimalPlaces(8, Exact.ROUND_CEIL);
    book.change(entry, 'supplied', tokens);
    book.move(entry, 'total_cash', cash);
    book.move(entry, 'ctokens', tokens);
    book.change(entry, 'pledged', by(pledged, entry.position.pledged));
    book.change(entry, 'borrowed', owed);
    book.move(entry, 'total_borrows', owed);
    return entry;
  } catch (error) {
    throw error instanceof ActionRefused ? new Refusal(409, error.message) : error;
  }
}
