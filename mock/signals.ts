/** Handles Ctrl-C. */

/** Longest wait for open connections, in milliseconds. */
const CLOSING_LIMIT = 5_000;

/**
 * Stops at the first Ctrl-C. A second one exits at once, and so does the time limit.
 *
 * @param stop resolves to the exit code
 * @param limit longest wait for open connections, in milliseconds
 */
export function stopOnSignal(stop: () => Promise<number>, limit = CLOSING_LIMIT): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    setTimeout(() => process.exit(1), limit);
    stop().then(
      (code) => process.exit(code),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
