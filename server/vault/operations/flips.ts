/**
 * Auctions and their events (document 3, Flip). Choices of this server: lists are ordered from the newest auction to
 * the oldest, 50 a page; `tic` is null before the first bid; events are ordered from the newest to the oldest.
 */

import type { Flip, FlipAction, FlipEvent, FlipPage } from '@wallet-services/contract/vault';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { FlipRow } from '../store/tables.ts';
import type { VaultContext } from './context.ts';
import { type PageInput, readPage } from './paging.ts';

/** Default number of auctions on a page. */
const STANDARD = 50;

/** The actions in the order of their numbers, which begin at 1. */
const ACTIONS: readonly FlipAction[] = ['FlipKick', 'FlipBid', 'FlipDeal'];

/** The number of an action in the list. */
export function flipActionNumber(action: FlipAction): number {
  return ACTIONS.indexOf(action) + 1;
}

/** @throws Refusal 400 when the cursor is unknown or the limit is below 1 */
export async function listFlips({ store }: Pick<VaultContext, 'store'>, page: PageInput): Promise<FlipPage> {
  const { rows, pagination } = await readPage<FlipRow>(
    {
      standard: STANDARD,
      async has(number) {
        const flip = store.selectFrom('vault_flips').select('id').where('number', '=', number);
        return (await flip.executeTakeFirst()) !== undefined;
      },
      after(number, count) {
        const newestFirst = store.selectFrom('vault_flips').selectAll().orderBy('number', 'desc').limit(count);
        return (number === undefined ? newestFirst : newestFirst.where('number', '<', number)).execute();
      },
    },
    page,
  );
  return { flips: rows.map((row) => flipOf(row, row.action)), pagination };
}

/** @throws Refusal 404 when there is no such auction */
export async function readFlip({ store, idOf }: VaultContext, flip: string): Promise<Flip> {
  const id = idOf('flip', flip);
  const row = await store.selectFrom('vault_flips').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw unknownFlip(id);
  return flipOf(row, actionOf(row.action));
}

/** @throws Refusal 404 when there is no such auction */
export async function listFlipEvents({ store, idOf }: VaultContext, flip: string): Promise<FlipEvent[]> {
  const id = idOf('flip', flip);
  const rows = await store
    .selectFrom('vault_flip_events')
    .selectAll()
    .where('flip_id', '=', id)
    .orderBy('position', 'desc')
    .execute();
  // An auction without events does not exist: it begins with one.
  if (rows.length === 0) throw unknownFlip(id);
  return rows.map(({ position: _position, action, ...row }) => ({ ...row, action: actionOf(action) }));
}

/** An action is a number in the list and a name in the item (document 3, Flip). */
function flipOf<Action>(row: FlipRow, action: Action) {
  const { id, created_at, art, bid, lot, tab, tic, end_at: end, guy, collateral_id, vault_id } = row;
  return { id, created_at, action, art, bid, lot, tab, tic, end, guy, collateral_id, vault_id };
}

function actionOf(number: number): FlipAction {
  const action = ACTIONS[number - 1];
  if (action === undefined) throw new RangeError(`${number} is the number of no action`);
  return action;
}

function unknownFlip(id: string): Refusal {
  return new Refusal(404, `there is no flip ${id}`);
}
