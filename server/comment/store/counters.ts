/** Assigns the numbers of new rows. */
import type { CommentStore, CounterRow } from './tables.ts';

/**
 * Assigns the next numbers in a transaction. Other transactions wait until it ends, so numbers ascend in the order in
 * which rows become visible.
 *
 * @param count how many numbers, at least one
 * @returns the first of them
 */
export async function takeIds(transaction: CommentStore, name: CounterRow['name'], count = 1): Promise<number> {
  const { last_id } = await transaction
    .updateTable('comment_counters')
    .set((eb) => ({ last_id: eb('last_id', '+', count) }))
    .where('name', '=', name)
    .returning('last_id')
    .executeTakeFirstOrThrow();
  return last_id - count + 1;
}
