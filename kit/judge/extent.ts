/** The size of a JSON text, measured before it is parsed: parsing a few megabytes can take hundreds. */

export interface Extent {
  /** Objects, arrays, names and values. Never too few. */
  readonly values: number;
  /** The nesting depth of objects and arrays. */
  readonly levels: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Measures a text in UTF-8 that comes in parts, whether it is JSON or not. */
export class ExtentMeter implements Extent {
  values = 1;
  levels = 0;
  #level = 0;
  #isText = false;
  #isEscaped = false;

  /** Measures the next part. */
  take(bytes: Uint8Array): void {
    let [level, isText, isEscaped] = [this.#level, this.#isText, this.#isEscaped];
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) isText = true;
      else if (byte === COMMA || byte === COLON) this.values += 1;
      else if (OPENING.has(byte)) {
        this.values += 1;
        level += 1;
        if (level > this.levels) this.levels = level;
      } else if (CLOSING.has(byte)) level -= 1;
    }
    [this.#level, this.#isText, this.#isEscaped] = [level, isText, isEscaped];
  }
}

/** Measures a text in UTF-8, whether it is JSON or not, in one pass. */
export function extentOf(bytes: Uint8Array): Extent {
  const meter = new ExtentMeter();
  meter.take(bytes);
  const { values, levels } = meter;
  return { values, levels };
}
