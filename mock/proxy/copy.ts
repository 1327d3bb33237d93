/**
 * The copies of bodies for judging: bounded, each of them and all together. The forwarded bytes never come from here.
 */

/** A body as it passed. */
export type SeenBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** Cannot be judged; `why` is a sentence without a capital. */
  | { readonly kind: 'unread'; readonly why: string };

/** The memory that all copies share. */
export interface Room {
  /** Takes some of it, if there is as much. */
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

/** Collects a copy of a body as it passes. */
export interface Copy {
  /** @returns whether it is kept, together with all before it. */
  take(chunk: Buffer): boolean;
  /** What passed. */
  body(): SeenBody;
  /** Gives its memory back; it is empty from now on. */
  release(): void;
}

/** A larger body has memory of its own, in bytes. */
const LARGE = 256 * 1024;

/** @param limit the largest body that is kept, in bytes */
export function createCopy(limit: number, room: Room): Copy {
  let chunks: Buffer[] = [];
  // Grows in place, and its memory is given back at once: that of buffers waits until garbage is collected.
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
