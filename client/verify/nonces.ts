/** Used nonces of signed messages. */

/** Stores used nonces, so that a message can only sign in once. */
export interface NonceStore {
  /**
   * Marks a nonce as used.
   * @param until expiry of the message, in milliseconds since 1970; undefined when it never expires
   * @returns false when it was used before
   */
  take(nonce: string, until: number | undefined): Promise<boolean>;
}

/**
 * Stores nonces in the memory of this process, for a single process that may lose them when it ends. A backend of
 * several processes, or one with messages that do not expire, needs a shared store.
 * @param clock returns the current time in milliseconds since 1970. Default: the system clock
 */
export function memoryNonces(clock: () => number = Date.now): NonceStore {
  const taken = new Map<string, number>();
  let cleaned = clock();

  /** Removes expired nonces, at most once a minute, so that the cost of a sign-in does not grow with their number. */
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
