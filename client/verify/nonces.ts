/** Used nonces of signed messages. */

/** Stores nonces, so that no message signs in twice. */
export interface NonceStore {
  /**
   * Takes a nonce.
   * @param until when the message expires, in milliseconds since 1970; undefined when never
   * @returns false when it was taken before
   */
  take(nonce: string, until: number | undefined): Promise<boolean>;
}

/**
 * Nonces in the memory of this process: for a single process that may lose them at its end. A backend of several
 * processes, or one with messages that do not expire, needs a store that all of them share.
 * @param clock the present moment, in milliseconds since 1970. Default: the machine's
 */
export function memoryNonces(clock: () => number = Date.now): NonceStore {
  const taken = new Map<string, number>();
  let cleaned = clock();

  /** At most once a minute, so that the cost of a sign-in does not grow with the number of earlier ones. */
  function clean(now: number): void {
    if (now - cleaned < 60_000) return;
    cleaned = now;
    for (const [nonce, until] of taken) if (until <= now) taken.delete(nonce);
  }

  return {
    async take(nonce, until = Number.POSITIVE_INFINITY) {
      const now = clock();
      clean(now);
      if ((taken.get(nonce) ?? 0) > now) return false;
      taken.set(nonce, until);
      return true;
    },
  };
}
