/**
 * Bytes outside of the heap, in segments; when all are in use, the oldest is reused. They are reserved at once, when
 * the first is needed, because each reservation makes the engine collect its heap sooner. The system only provides the
 * pages that are written to.
 */

/** Bytes of a segment: several times the largest exchange. */
const SEGMENT = 2 ** 19;

/** A stretch of memory that is filled from its beginning. */
export interface Segment<Item> {
  readonly bytes: Buffer;
  /** The same memory, eight bytes each. */
  readonly numbers: Float64Array;
  /** Bytes, a multiple of eight. */
  used: number;
  /** Its items, the oldest first. */
  items: Item[];
  /** How many of them are still needed. */
  living: number;
}

export class Ring<Item> {
  readonly #most: number;
  readonly #lost: (item: Item) => void;
  /** Filled ones, the oldest first; the last is being filled. */
  #segments: Segment<Item>[] = [];
  #free: Segment<Item>[] = [];
  #all: ArrayBuffer | undefined;
  #made = 0;

  /**
   * @param limit bytes
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

  /** A segment with free space after `used`. @param most the needed bytes; not more than half a segment */
  room(most: number): Segment<Item> {
    const last = this.#segments.at(-1);
    if (last !== undefined && last.used + most <= SEGMENT) return last;
    const next = this.#free.pop() ?? this.#another() ?? this.#oldest();
    this.#segments.push(next);
    return next;
  }

  /** An item of a segment is no longer needed: without any, the segment is free. */
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
