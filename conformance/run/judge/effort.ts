/** Limits the time and memory of judging a service, whatever it responds. */

/** The processor time that judging may take at the start, and the addition for each request; in milliseconds. */
const [FREE, EACH] = [3000, 5];

/** The approximate number of bytes that are read and parsed in a millisecond. */
const READ_IN_ONE = 20_000;

/** The number of bytes of large answers that are read: keeping them takes several times as much memory. */
const MOST_BYTES = 24 * 2 ** 20;

/** An answer smaller than this does not count as large. */
const LARGE = 256 * 1024;

/** Counts the effort of judging a service. */
export class Effort {
  #milliseconds = 0;
  #bytes = 0;
  #requests = 0;

  /** Runs a part of the judging, and adds its processor time. */
  during<Result>(work: () => Result): Result {
    const before = process.threadCpuUsage();
    try {
      return work();
    } finally {
      const { user, system } = process.threadCpuUsage(before);
      this.#milliseconds += (user + system) / 1000;
    }
  }

  /** Records an answer. */
  read(bytes: number): void {
    this.#requests += 1;
    this.#milliseconds += bytes / READ_IN_ONE;
    if (bytes > LARGE) this.#bytes += bytes;
  }

  /** Why no more requests are sent to the service; null while it continues. */
  get exhausted(): string | null {
    if (this.#bytes > MOST_BYTES) return `it sent more than ${MOST_BYTES / 2 ** 20} MiB in large responses`;
    return this.#milliseconds > FREE + EACH * this.#requests ? 'its responses take too long to judge' : null;
  }
}
