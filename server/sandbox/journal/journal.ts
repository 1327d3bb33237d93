/** The last exchanges of each world, within one bound for all of them: the oldest go first, whosesoever they are. */

/** Half of an exchange, as it is kept: redacted, and cut where it is long. */
export interface KeptMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** undefined where it is no text. */
  readonly text: string | undefined;
  /** Bytes on the wire. */
  readonly size: number;
  readonly truncated: boolean;
}

/** An exchange, as it is kept. */
export interface KeptExchange {
  readonly number: number;
  /** Milliseconds since 1970, of the world. */
  readonly at: number;
  readonly method: string;
  /** Path and query, without the address of the world; redacted. */
  readonly url: string;
  readonly request: KeptMessage;
  readonly status: number | undefined;
  readonly response: KeptMessage | undefined;
  /** What the connection did instead. */
  readonly broken: string | undefined;
  readonly milliseconds: number;
  /** Ids. */
  readonly faults: readonly string[];
}

interface Place {
  readonly journal: Journal;
  readonly exchange: KeptExchange;
  readonly bytes: number;
}

/** What an exchange takes beside its texts, about; and a character of a text, at most. */
const EACH = 1_500;
const CHARACTER = 2;

function bytesOf({ url, request, response }: KeptExchange): number {
  const texts = url.length + (request.text?.length ?? 0) + (response?.text?.length ?? 0);
  return EACH + texts * CHARACTER;
}

/** The exchanges of one world. */
export interface Journal {
  /** @param exchange all of it but its number */
  add(exchange: Omit<KeptExchange, 'number'>): void;
  /** The newest first. */
  readonly exchanges: readonly KeptExchange[];
  readonly size: number;
  /** @returns how many there were */
  clear(): number;
  /** Forgets it all; nothing is added any more. */
  close(): void;
}

/** Room for all journals. */
export class JournalRoom {
  readonly limit: number;
  #bytes = 0;
  #places: Place[] = [];
  /** Those before are gone. */
  #first = 0;

  /** @param limit bytes */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** What is taken at the moment. */
  get bytes(): number {
    return this.#bytes;
  }

  open(): Journal {
    let number = 0;
    let size = 0;
    let closed = false;
    const own = () => this.#places.slice(this.#first).filter(({ journal: of }) => of === journal);
    const clear = () => {
      const before = size;
      const kept = this.#places.slice(this.#first).filter(({ journal: of }) => of !== journal);
      this.#places = kept;
      this.#first = 0;
      this.#bytes = kept.reduce((sum, { bytes }) => sum + bytes, 0);
      size = 0;
      return before;
    };
    const journal: Journal & { gone(): void } = {
      add: (exchange) => {
        if (closed) return;
        number += 1;
        size += 1;
        this.#add(journal, { ...exchange, number });
      },
      gone: () => {
        size -= 1;
      },
      get exchanges() {
        return own()
          .map(({ exchange }) => exchange)
          .toReversed();
      },
      get size() {
        return size;
      },
      clear,
      close() {
        closed = true;
        clear();
      },
    };
    this.#gone.set(journal, journal.gone);
    return journal;
  }

  readonly #gone = new WeakMap<Journal, () => void>();

  #add(journal: Journal, exchange: KeptExchange): void {
    const bytes = bytesOf(exchange);
    this.#places.push({ journal, exchange, bytes });
    this.#bytes += bytes;
    while (this.#bytes > this.limit) {
      const oldest = this.#places[this.#first];
      if (oldest === undefined) return;
      this.#first += 1;
      this.#bytes -= oldest.bytes;
      this.#gone.get(oldest.journal)?.();
    }
    // What went is let go of in the array now and then, not at each exchange.
    if (this.#first > 1_000) {
      this.#places = this.#places.slice(this.#first);
      this.#first = 0;
    }
  }
}
