/** Bounds what it takes to judge a service, whatever it answers. */

/** So much processor time judging may take from the start, and for each request more; milliseconds. */
const [FREE, EACH] = [3000, 5];

/** So many bytes are read and parsed in a millisecond, about. */
const READ_IN_ONE = 20_000;

/** So many bytes of large answers are read: what is remembered of them takes several times as much memory. */
const MOST_BYTES = 24 * 2 ** 20;

/** A smaller answer is none of them. */
const LARGE = 256 * 1024;

/** Counts what judging a service takes. */
export class Effort {
  #milliseconds = 0;
  #bytes = 0;
  #requests = 0;

  /** Does a part of the judging. */
  during<Result>(work: () => Result): Result {
    const before = process.threadCpuUsage();
    try {
      return work();
    } finally {
      const { user, system } = process.threadCpuUsage(before);
      this.#milliseconds += (user + system) / 1000;
    }
  }

  /** Takes note of an answer. */
  read(bytes: number): void {
    this.#requests += 1;
    this.#milliseconds += bytes / READ_IN_ONE;
    if (bytes > LARGE) this.#bytes += bytes;
  }

  /** Why nothing more is asked of the service; null where it goes on. */
  get exhausted(): string | null {
    if (this.#bytes > MOST_BYTES) return `it sent more than ${MOST_BYTES / 2 ** 20} MiB in large responses`;
    return this.#milliseconds > FREE + EACH * this.#requests ? 'its responses take too long to judge' : null;
  }
}
