/** Waits for a connection where the database gives no further one: others of this process become free. */
import { setTimeout as wait } from 'node:timers/promises';

/** So long a request waits, and so often it looks, in milliseconds. */
const PATIENCE = 10_000;
const LOOK_AGAIN = 50;

/** `too_many_connections` (PostgreSQL, Appendix A). */
function hasNoneLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53300';
}

/** @throws what `acquire` throws, once that is anything else, or has lasted for too long */
export async function whenFree<Connection>(
  acquire: () => Promise<Connection>,
  patience = PATIENCE,
): Promise<Connection> {
  const until = performance.now() + patience;
  for (;;) {
    try {
      return await acquire();
    } catch (error) {
      if (!hasNoneLeft(error) || performance.now() > until) throw error;
      await wait(LOOK_AGAIN);
    }
  }
}
