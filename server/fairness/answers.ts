/** How much of all answers waits in memory for the clients to read it. */

/** A large answer. */
export interface Outgoing {
  /** In bytes. */
  readonly size: number;
  /** Ends it. */
  cut(): void;
}

/** Counts what waits. */
export interface Answers {
  /**
   * Counts a large answer that is about to be sent; when there is no room, answers that have been read slowly are cut
   * off to make some for the next.
   *
   * @returns to be called when it has been read or is given up; undefined when there is no room
   */
  send(answer: Outgoing): (() => void) | undefined;
}

/** An answer up to this size is none of those that are counted, in bytes. */
export const SMALL_ANSWER = 65_536;

/** What may wait in all, in bytes; a single answer passes whatever its size. */
const MOST = 16 * 1_048_576;

/** How long an answer may take while there is no room for another, in milliseconds. */
const LONGEST = 3_000;

export function limitAnswers(now: () => number = () => performance.now()): Answers {
  const waiting = new Set<Outgoing & { readonly since: number }>();
  let size = 0;
  return {
    send(answer) {
      if (waiting.size > 0 && size + answer.size > MOST) {
        const at = now();
        for (const one of waiting) if (at - one.since > LONGEST) one.cut();
        return undefined;
      }
      const kept = { size: answer.size, cut: () => answer.cut(), since: now() };
      waiting.add(kept);
      size += answer.size;
      return () => {
        if (waiting.delete(kept)) size -= answer.size;
      };
    },
  };
}
