/** Limits of the sandbox. */
import { getHeapStatistics } from 'node:v8';

/** Heap bytes of a world in use (a generous estimate), and the share of the heap that worlds may take. */
const EACH = 1_000_000;
const SHARE = 0.6;

/** The limits. With a small heap, such as that of `npm run serve`, fewer worlds are allowed. */
export const BOUNDS = {
  worlds: Math.max(10, Math.min(200, Math.floor((getHeapStatistics().heap_size_limit * SHARE) / EACH))),
  snapshots: 50,
  journalBytes: 20_000_000,
} as const;
