/** The last exchanges of each world, within one bound for all of them: the oldest go first, whosesoever they are. */
import { type KeptExchange, type Passed, placed } from './kept.ts';
import { Ring } from './ring.ts';

/** The exchanges of one world. */
export interface Journal {
  /** @returns undefined when it is not kept */
  add(exchange: Passed): KeptExchange | undefined;
  /** Something happened to the connection of an exchange that was added. */
  broke(exchange: KeptExchange, how: string): void;
  /** The newest first. */
  readonly exchanges: readonly KeptExchange[];
  readonly size: number;
  /** Number of the newest exchange; 0 where there was none. */
  readonly newest: number;
  /**
   * @param changed told of each exchange that is added, or broke, and when all are forgotten
   * @param closed told when the journal is closed
   * @returns what ends it
   */
  watch(changed: () => void, closed: () => void): () => void;
  /** @returns how many there were */
  clear(): number;
  /** Forgets it all; nothing is added any more. */
  close(): void;
}

/** Room for all journals. */
export class JournalRoom {
  readonly limit: number;
  readonly #ring: Ring<KeptExchange>;

  /** @param limit bytes */
  constructor(limit: number) {
    this.limit = limit;
    this.#ring = new Ring(limit, (exchange) => exchange.lost());
  }

  /** What is taken at the moment. */
  get bytes(): number {
    return this.#ring.bytes;
  }

  open(): Journal {
    return new WorldJournal(this.#ring);
  }
}

class WorldJournal implements Journal {
  readonly #ring: Ring<KeptExchange>;
  readonly #watching = new Set<{ readonly changed: () => void; readonly closed: () => void }>();
  /** The oldest first; those before `#first` are gone. */
  #kept: KeptExchange[] = [];
  #first = 0;
  #number = 0;
  #closed = false;

  constructor(ring: Ring<KeptExchange>) {
    this.#ring = ring;
  }

  get size(): number {
    return this.#kept.length - this.#first;
  }

  get exchanges(): readonly KeptExchange[] {
    return this.#kept.slice(this.#first).reverse();
  }

  add(passed: Passed): KeptExchange | undefined {
    if (this.#closed) return undefined;
    this.#number += 1;
    const kept = placed(this.#ring, passed, this.#number, this.#lost);
    this.#kept.push(kept);
    this.#tell();
    return kept;
  }

  broke(exchange: KeptExchange, how: string): void {
    exchange.broken = how;
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
    const gone = this.exchanges;
    this.#kept = [];
    this.#first = 0;
    for (const exchange of gone) exchange.forget(this.#ring);
    this.#tell();
    return before;
  }

  close(): void {
    this.#closed = true;
    this.clear();
    for (const { closed } of this.#watching) closed();
    this.#watching.clear();
  }

  #tell(): void {
    for (const { changed } of this.#watching) changed();
  }

  /** The oldest of this world went; what went is let go of in the array now and then. */
  readonly #lost = (): void => {
    this.#first += 1;
    if (this.#first < 1_000) return;
    this.#kept = this.#kept.slice(this.#first);
    this.#first = 0;
  };
}
