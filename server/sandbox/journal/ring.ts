/**
 * A ring of memory segments outside of the heap. When all are in use, the oldest is reused. They are allocated together
 * at the first use, because each allocation makes the engine collect its heap sooner; the system provides memory only
 * for the pages that are written to.
 */

/** Size of a segment in bytes: several times the largest exchange. */
const SEGMENT = 2 ** 19;

/** A stretch of memory that is filled from its beginning. */
export interface Segment<Item> {
  readonly bytes: Buffer;
  /** The same memory as 64-bit numbers. */
  readonly numbers: Float64Array;
  /** Used bytes, a multiple of eight. */
  used: number;
  /** Its items, oldest first. */
  items: Item[];
  /** Number of items that are still needed. */
  living: number;
}

export class Ring<Item> {
  readonly #most: number;
  readonly #lost: (item: Item) => void;
  /** Segments in use, oldest first; the last one is being filled. */
  #segments: Segment<Item>[] = [];
  #free: Segment<Item>[] = [];
  #all: ArrayBuffer | undefined;
  #made = 0;

  /**
   * @param limit size in bytes
   * @param lost called for each item that is dropped to make room, before its place is reused
   */
  constructor(limit: number, lost: (item: Item) => void) {
    this.#most = Math.max(2, Math.floor(limit / SEGMENT));
    this.#lost = lost;
  }

  /** Bytes that are in use. */
  get bytes(): number {
    return this.#segments.reduce((sum, { used }) => sum + used, 0);
  }

  /** Returns a segment with room for `most` bytes after `used`. @param most at most half a segment */
  room(most: number): Segment<Item> {
    const last = this.#segments.at(-1);
    if (last !== undefined && last.used + most <= SEGMENT) return last;
    const next = this.#free.pop() ?? this.#another() ?? this.#oldest();
    this.#segments.push(next);
    return next;
  }

  /** Reports that an item of a segment is no longer needed. A segment without needed items becomes free. */
  forget(segment: Segment<Item>): void {
    segment.living -= 1;
    if (segment.living > 0) return;
    this.#segments = this.#segments.filter((one) => one !== segment);
    this.#free.push(emptied(segment));
  }

  #another(): Segment<Item> | undefined {
    if (this.#made >= this.#most) return undefined;
    this.#all ??= Buffer.allocUnsafeSlow(this.#most * SEGMENT).buffer;
    const begin = this.#made * SEGMENT;
    this.#made += 1;
    const bytes = Buffer.from(this.#all, begin, SEGMENT);
    return { bytes, numbers: new Float64Array(this.#all, begin, SEGMENT / 8), used: 0, items: [], living: 0 };
  }

  #oldest(): Segment<Item> {
    const [oldest] = this.#segments.splice(0, 1);
    if (oldest === undefined) throw new RangeError('a ring has two segments at least');
    for (const item of oldest.items) this.#lost(item);
    return emptied(oldest);
  }
}

function emptied<Item>(segment: Segment<Item>): Segment<Item> {
  segment.used = 0;
  segment.items = [];
  segment.living = 0;
  return segment;
}
