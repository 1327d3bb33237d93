/** How much of all answers waits in memory for the clients to read it. */

/** A large answer. */
export interface Outgoing {
  /** In bytes. */
  readonly size: number;
  /** What it answers, such as a path with its query: the next one is expected to be as large. */
  readonly to: string;
  /** Ends it. */
  cut(): void;
}

/** Counts what waits. */
export interface Answers {
  /**
   * Counts a large answer that is about to be sent; when there is no room, answers with slow readers are cut off to
   * make room for the next.
   *
   * @returns a function to call when the answer has been read or abandoned; undefined when there is no room
   */
  send(answer: Outgoing): (() => void) | undefined;
  /** Whether there is room for an answer as large as the last: it would be made in vain. */
  hasRoom(to: string): boolean;
}

/** An answer up to this size is not counted, in bytes. */
export const SMALL_ANSWER = 65_536;

/** What may wait in all, in bytes; a single answer passes whatever its size. */
const MOST = 16 * 1_048_576;

/** Number of requests that are remembered for their large answers. */
const MOST_KNOWN = 1_000;

/** How long an answer may take while there is no room for another, in milliseconds. */
const LONGEST = 3_000;

export function limitAnswers(now: () => number = () => performance.now()): Answers {
  const waiting = new Set<Omit<Outgoing, 'to'> & { readonly since: number }>();
  const known = new Map<string, number>();
  let size = 0;
  const fits = (more: number): boolean => {
    if (waiting.size === 0 || size + more <= MOST) return true;
    const at = now();
    for (const one of waiting) if (at - one.since > LONGEST) one.cut();
    return false;
  };
  return {
    hasRoom: (to) => fits(known.get(to) ?? 0),
    send(answer) {
      if (known.has(answer.to) || known.size < MOST_KNOWN) known.set(answer.to, answer.size);
      if (!fits(answer.size)) return undefined;
      const kept = { size: answer.size, cut: () => answer.cut(), since: now() };
      waiting.add(kept);
      size += answer.size;
      return () => {
        if (waiting.delete(kept)) size -= answer.size;
      };
    },
  };
}
