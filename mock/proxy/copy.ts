/**
 * Copies of bodies for judging, with a limit for each and for all together. Forwarded bytes never come from a copy.
 */

/** A body that passed the proxy. */
export type SeenBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** The body cannot be judged; `why` is a sentence without a capital letter. */
  | { readonly kind: 'unread'; readonly why: string };

/** The memory that all copies share. */
export interface Room {
  /** Reserves memory, if there is enough. */
  take(bytes: number): boolean;
  free(bytes: number): void;
}

/** @param size in bytes */
export function createRoom(size: number): Room {
  let left = size;
  return {
    take(bytes) {
      if (bytes > left) return false;
      left -= bytes;
      return true;
    },
    free(bytes) {
      left += bytes;
    },
  };
}

/** Collects a copy of a body while it passes. */
export interface Copy {
  /** @returns whether the chunk was kept, and all before it */
  take(chunk: Buffer): boolean;
  /** The collected body. */
  body(): SeenBody;
  /** Releases the memory; the copy is empty afterwards. */
  release(): void;
}

/** Size in bytes above which a body has memory of its own. */
const LARGE = 256 * 1024;

/** @param limit the largest body to keep, in bytes */
export function createCopy(limit: number, room: Room): Copy {
  let chunks: Buffer[] = [];
  // A growing array buffer, which releases its memory at once: buffers would wait for garbage collection.
  let store: ArrayBuffer | undefined;
  let [size, taken] = [0, 0];
  let why: string | undefined;
  const release = (): void => {
    room.free(taken);
    taken = 0;
    chunks = [];
    store?.resize(0);
  };
  const giveUp = (reason: string): false => {
    why = reason;
    release();
    return false;
  };
  const append = (chunk: Buffer, to: ArrayBuffer): void => {
    const at = to.byteLength;
    to.resize(at + chunk.length);
    new Uint8Array(to).set(chunk, at);
  };
  return {
    take(chunk) {
      size += chunk.length;
      if (why !== undefined) return false;
      if (size > limit) return giveUp(`the body is larger than ${limit} bytes`);
      if (!room.take(chunk.length)) return giveUp('too many bodies were under way');
      taken += chunk.length;
      if (size <= LARGE) chunks.push(chunk);
      else {
        const own = store ?? new ArrayBuffer(0, { maxByteLength: limit });
        store = own;
        for (const one of [...chunks, chunk]) append(one, own);
        chunks = [];
      }
      return true;
    },
    body() {
      if (size === 0) return { kind: 'none' };
      if (why !== undefined) return { kind: 'unread', why };
      return { kind: 'bytes', bytes: store === undefined ? Buffer.concat(chunks) : new Uint8Array(store) };
    },
    release,
  };
}
