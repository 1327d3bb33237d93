/** Waits for a connection when the database allows no further one, until this process frees one. */
import { setTimeout as wait } from 'node:timers/promises';

/** Longest wait and interval between attempts, in milliseconds. */
const PATIENCE = 10_000;
const LOOK_AGAIN = 50;

/** `too_many_connections` (PostgreSQL, Appendix A). */
function hasNoneLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53300';
}

/** @throws the error of `acquire` when it has another cause, or persists for too long */
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
