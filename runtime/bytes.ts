/** The bytes of a body, limited in number and in time. */
import { Refusal } from './refusal.ts';

export interface BodyLimits {
  /** The size of the largest body, in bytes, before and after decompression. */
  readonly size: number;
  /** The longest wait for the complete body, in milliseconds. */
  readonly time: number;
}

export const tooLarge = (): Refusal => new Refusal(413, 'the body is too large');

/** The connection cannot be used afterwards: the rest of the body may still arrive. */
export const tooLate = (): Refusal =>
  new Refusal(408, 'the body did not arrive in time', { headers: { Connection: 'close' } });

export const brokenOff = (cause: unknown): Refusal => new Refusal(400, 'the body ended early', { cause });

/** Collects the pieces of a body. */
export interface Pieces {
  /** @throws Refusal (413) when there are too many */
  add(piece: Uint8Array): void;
  joined(): Uint8Array;
}

/** @param size the largest number of bytes */
export function pieces(size: number): Pieces {
  const kept: Uint8Array[] = [];
  let length = 0;
  return {
    add(piece) {
      length += piece.byteLength;
      if (length > size) throw tooLarge();
      kept.push(piece);
    },
    joined() {
      const [only, second] = kept;
      if (only !== undefined && second === undefined) return only;
      const all = new Uint8Array(length);
      let place = 0;
      for (const piece of kept) {
        all.set(piece, place);
        place += piece.byteLength;
      }
      return all;
    },
  };
}

/**
 * Reads a stream to its end.
 * @throws Refusal: 413 when it is too large, 408 when it takes too long, 400 when it breaks off
 */
export async function readStream(stream: ReadableStream<Uint8Array>, { size, time }: BodyLimits): Promise<Uint8Array> {
  const kept = pieces(size);
  const reader = stream.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader.cancel().catch(() => undefined);
  }, time);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (late) throw tooLate();
      if (done) return kept.joined();
      kept.add(value);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw brokenOff(error);
    reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
