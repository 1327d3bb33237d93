/** Configures the memory allocator by environment variables, which requires a restart of the process. */
import process from 'node:process';

/**
 * For glibc, which otherwise keeps the freed memory of large bodies and answers: one arena, and blocks above 128 KiB
 * are returned to the system at once. Saves 60 MB under a hundred hostile clients.
 */
export const MEMORY_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;

/**
 * Restarts the process with these variables, under the same process id; does nothing when they are set already or this
 * is not possible.
 */
export function beginFrugally(): void {
  const isChosen = Object.keys(MEMORY_ENVIRONMENT).some((name) => process.env[name] !== undefined);
  // A forked process would lose its channel to the parent.
  if (isChosen || process.platform !== 'linux' || process.channel !== undefined) return;
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    ...MEMORY_ENVIRONMENT,
  });
}
