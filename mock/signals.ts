/** Ctrl-C. */

/** Longest wait for what is still open, in milliseconds. */
const CLOSING_LIMIT = 5_000;

/**
 * Stops at the first Ctrl-C; a second one, or something that does not end, does not hold it up.
 *
 * @param stop gives the exit code
 * @param limit longest wait for what is still open, in milliseconds
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
