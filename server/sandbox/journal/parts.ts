/** Collects the chunks of a body: keeps the beginning and counts the rest. */
import { MOST_BODY, type PassedBody } from './layout.ts';

/** Number of chunks above which they are joined into one. */
const MANY = 64;

/** Copies the beginning of a chunk: a slice would keep the whole chunk in memory. */
function beginning(part: string | Uint8Array, length: number): Uint8Array {
  return typeof part === 'string'
    ? Buffer.from(part.slice(0, length))
    : Uint8Array.prototype.slice.call(part, 0, length);
}

const joined = (parts: readonly (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

export class Parts {
  #parts: (string | Uint8Array)[] = [];
  /** Kept bytes; for text, characters, of which there are never more than bytes. */
  #kept = 0;
  /** Full size of a truncated body, in bytes. */
  #size = 0;
  #isCut = false;

  add(part: unknown): void {
    if (typeof part !== 'string' && !(part instanceof Uint8Array)) return;
    const room = MOST_BODY - this.#kept;
    if (part.length > room) {
      if (!this.#isCut) this.#size = joined(this.#parts).length;
      this.#isCut = true;
      if (room > 0) this.#parts.push(beginning(part, room));
      this.#kept = MOST_BODY;
    } else if (!this.#isCut) {
      this.#kept += part.length;
      // A chunk of a connection may be a small part of a large buffer.
      const isSmallPart = typeof part !== 'string' && part.length * 4 < part.buffer.byteLength;
      this.#parts.push(isSmallPart ? beginning(part, part.length) : part);
      if (this.#parts.length > MANY) this.#parts = [joined(this.#parts)];
    }
    if (this.#isCut) this.#size += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
  }

  /** Returns the collected chunks, and drops them here. */
  take(): PassedBody {
    const parts = this.#parts;
    this.#parts = [];
    return { parts, size: this.#isCut ? this.#size : undefined };
  }
}
