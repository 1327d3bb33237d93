/** Reproducible random values: the same seed gives the same data. */

/** A source of random values. */
export interface RandomSource {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number;
  /** One of the items. @throws RangeError when there are none */
  pick<Item>(items: readonly Item[]): Item;
  /** Random bytes. */
  bytes(length: number): Uint8Array;
  /** A random UUID, version 4. */
  uuid(): string;
}

/**
 * Creates a source that always gives the same values for the same seed and purpose. Not for secrets.
 *
 * @param purpose separates sources with the same seed, so that one user does not change the values of another
 */
export function seededRandom(seed: number, purpose: string): RandomSource {
  const next = mulberry32(hash(`${seed}/${purpose}`));
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const bytes = (length: number) => Uint8Array.from({ length }, () => integer(0, 255));
  return {
    next,
    integer,
    bytes,
    pick(items) {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new RangeError('there is nothing to pick from');
      return item;
    },
    uuid: () => uuidOf(bytes(16), 4),
  };
}

/**
 * Formats 16 bytes as a UUID.
 *
 * @param version 4 for random bytes, 8 for bytes with a meaning of their own (RFC 9562)
 */
export function uuidOf(bytes: Uint8Array, version: 4 | 8): string {
  const marked = Buffer.from(bytes.subarray(0, 16));
  marked.writeUInt8((marked.readUInt8(6) & 0x0f) | (version << 4), 6);
  marked.writeUInt8((marked.readUInt8(8) & 0x3f) | 0x80, 8);
  return marked.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

/** Mulberry32: small, fast, and uniform enough for generated data. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
