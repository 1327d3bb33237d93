/** Keeps the memory of a judging process small between large messages. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Growth in bytes that is left to V8: it collects texts and bytes outside of its heap only beyond 64 MiB of them. */
const SLACK = 16 * 2 ** 20;

/** Memory after a task, in bytes, when what it had left was collected. */
let least = Number.POSITIVE_INFINITY;

function hasGrown(): boolean {
  return process.memoryUsage.rss() >= least + SLACK;
}

/**
 * Collects garbage when the process has grown. A program calls it between two steps of a task that each need the memory
 * of a large message. Costs some microseconds when there is nothing to do.
 */
export function giveBack(): void {
  if (hasGrown()) globalThis.gc?.();
}

/** The same after a task. It is called when nothing holds the data of the task any more. */
export async function giveBackAfterTask(): Promise<void> {
  if (hasGrown()) {
    // Until then, the message is held by the code that delivered it.
    await nextTurn();
    globalThis.gc?.();
    least = process.memoryUsage.rss();
  }
  least = Math.min(least, process.memoryUsage.rss());
}
