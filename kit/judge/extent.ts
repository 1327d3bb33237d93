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

/** Measures a text in UTF-8, whether it is JSON or not, in one pass. */
export function extentOf(bytes: Uint8Array): Extent {
  let [values, levels, level, isText] = [1, 0, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA || byte === COLON) values += 1;
    else if (OPENING.has(byte)) {
      values += 1;
      level += 1;
      levels = Math.max(levels, level);
    } else if (CLOSING.has(byte)) level -= 1;
  }
  return { values, levels };
}
