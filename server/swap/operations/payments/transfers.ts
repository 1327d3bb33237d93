/** What the group sends to users. The sandbox keeps no balances: a transfer is a record. */
import type { SwapStore, TransferRow } from '../../store/tables.ts';

/** Sends a transfer; one that was sent is not sent again. */
export async function send(store: SwapStore, transfer: TransferRow): Promise<void> {
  await store
    .insertInto('swap_transfers')
    .values(transfer)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
