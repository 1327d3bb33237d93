/** Limits the memory that answers occupy while clients read them. */

/** A large answer. */
export interface Outgoing {
  /** Size in bytes. */
  readonly size: number;
  /** The request line, such as a path with its query: its next answer is expected to be as large. */
  readonly to: string;
  /** Ends the response. */
  cut(): void;
}

/** Counts the answers that clients have not read yet. */
export interface Answers {
  /**
   * Counts a large answer that is about to be sent; when there is no room, answers with slow readers are cut off to
   * make room for the next.
   *
   * @returns a function to call when the answer has been read or abandoned; undefined when there is no room
   */
  send(answer: Outgoing): (() => void) | undefined;
  /** Whether an answer as large as the last one to this request has room; if not, it would be produced in vain. */
  hasRoom(to: string): boolean;
}

/** An answer up to this size is not counted, in bytes. */
export const SMALL_ANSWER = 65_536;

/** Largest total of unread answers, in bytes. A single answer is sent whatever its size. */
const MOST = 16 * 1_048_576;

/** Number of requests for which the size of the last large answer is remembered. */
const MOST_KNOWN = 1_000;

/** Longest time for an answer to be read when there is no room for another, in milliseconds. */
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
