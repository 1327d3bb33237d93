/** Numbers for new rows. */
import type { CommentStore, CounterRow } from './tables.ts';

/**
 * Takes the next numbers, ascending. Within a transaction: others wait for its end, so numbers ascend in the order
 * in which the rows appear.
 *
 * @param count how many; at least one
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
