/** Journals: the latest exchanges of each world, within a common limit. The oldest of all worlds are dropped first. */
import { type KeptExchange, Run } from './kept.ts';
import { type Passed, roomFor } from './layout.ts';
import { Ring } from './ring.ts';

/** The exchanges of one world. */
export interface Journal {
  /** Whether it records exchanges. */
  readonly isOpen: boolean;
  /** @returns the exchange's number; undefined when it is not kept */
  add(exchange: Passed): number | undefined;
  /** Notes what broke the connection of an exchange that was added. */
  broke(number: number, how: string): void;
  /** The exchanges, newest first. Iteration ends at the first exchange that was dropped meanwhile. */
  readonly exchanges: Iterable<KeptExchange>;
  readonly size: number;
  /** Number of the newest exchange; 0 when there was none. */
  readonly newest: number;
  /**
   * @param changed called for each exchange that is added or broke, and when all are cleared
   * @param closed called when the journal is closed
   * @returns a function that ends the subscription
   */
  watch(changed: () => void, closed: () => void): () => void;
  /** @returns how many exchanges were removed */
  clear(): number;
  /** Removes all exchanges; no more can be added. */
  close(): void;
}

/** The memory that all journals share. */
export class JournalRoom {
  readonly limit: number;
  readonly #ring: Ring<Run>;

  /** @param limit size in bytes; with 0 nothing is kept */
  constructor(limit: number) {
    this.limit = limit;
    this.#ring = new Ring(limit, (run) => run.lost(run));
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#ring.bytes;
  }

  open(): Journal {
    return new WorldJournal(this.#ring, this.limit > 0);
  }
}

class WorldJournal implements Journal {
  isOpen: boolean;
  readonly #ring: Ring<Run>;
  readonly #watching = new Set<{ readonly changed: () => void; readonly closed: () => void }>();
  /** Runs of exchanges, oldest first. */
  #runs: Run[] = [];
  #number = 0;

  constructor(ring: Ring<Run>, isOpen: boolean) {
    this.#ring = ring;
    this.isOpen = isOpen;
  }

  get size(): number {
    return this.#runs.reduce((sum, { size }) => sum + size, 0);
  }

  get exchanges(): Iterable<KeptExchange> {
    return this.#runs
      .toReversed()
      .values()
      .flatMap((run) => run.exchanges());
  }

  add(passed: Passed): number | undefined {
    if (!this.isOpen) return undefined;
    this.#number += 1;
    // To make room, the ring may drop the oldest runs.
    const segment = this.#ring.room(roomFor(passed));
    let run = this.#runs.at(-1);
    if (run?.segment !== segment) {
      run = new Run(segment, this.#number, this.#lost);
      this.#runs.push(run);
      segment.items.push(run);
      segment.living += 1;
    }
    run.add(passed);
    this.#tell();
    return this.#number;
  }

  broke(number: number, how: string): void {
    this.#runs.findLast(({ first }) => first <= number)?.broke(number, how);
    this.#tell();
  }

  get newest(): number {
    return this.#number;
  }

  watch(changed: () => void, closed: () => void): () => void {
    const watching = { changed, closed };
    this.#watching.add(watching);
    return () => this.#watching.delete(watching);
  }

  clear(): number {
    const before = this.size;
    const gone = this.#runs;
    this.#runs = [];
    for (const run of gone) {
      run.isGone = true;
      this.#ring.forget(run.segment);
    }
    this.#tell();
    return before;
  }

  close(): void {
    this.isOpen = false;
    this.clear();
    for (const { closed } of this.#watching) closed();
    this.#watching.clear();
  }

  #tell(): void {
    if (this.#watching.size === 0) return;
    for (const { changed } of this.#watching) changed();
  }

  /** Removes a run that was dropped. It is the oldest one, unless the journal was cleared before. */
  readonly #lost = (run: Run): void => {
    run.isGone = true;
    if (this.#runs[0] === run) this.#runs.shift();
  };
}
