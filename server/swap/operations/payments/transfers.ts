/** Records the group's transfers to users. The sandbox keeps no balances, so a transfer is only a record. */
import type { SwapStore, TransferRow } from '../../store/tables.ts';

/** Records a transfer once: repeating it changes nothing. */
export async function send(store: SwapStore, transfer: TransferRow): Promise<void> {
  await store
    .insertInto('swap_transfers')
    .values(transfer)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
