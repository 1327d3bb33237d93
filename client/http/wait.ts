/** Waits that can be aborted. */

/**
 * Waits.
 *
 * @throws the reason of the signal, as soon as it is aborted
 */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return orAborted(new Promise((resolve) => setTimeout(resolve, milliseconds)), signal);
}

/**
 * Waits for a promise that cannot be aborted, at most until the signal is aborted.
 * @throws the reason of the signal, or the rejection of the promise
 */
export async function orAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([promise, ended.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
