/**
 * Finds an object with a duplicate member, since `JSON.parse` silently keeps the last one, and texts so deep, or with
 * so many values, that programs that read them fail.
 */

const QUOTE = 0x22;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;

/** The end of a string that begins at a quote: the position of its closing quote. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** The position after blanks. */
function afterBlanks(text: string, from: number): number {
  let index = from;
  while (text.charCodeAt(index) <= 0x20) index += 1;
  return index;
}

/** A name without its escapes. */
function nameOf(raw: string): string {
  return raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw;
}

/** The depth to which lists and objects are nested in a text, and the number of its values. */
export interface Extent {
  readonly depth: number;
  readonly values: number;
}

/** The extent of a text, which need not be JSON: it is measured before the text is parsed. */
export function extentOf(text: string): Extent {
  let [depth, deepest, values] = [0, 0, 1];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === COMMA) values += 1;
    else if (code === CLOSE || code === CLOSE_LIST) depth -= 1;
    else if (code === OPEN || code === OPEN_LIST) {
      depth += 1;
      values += 1;
      deepest = Math.max(deepest, depth);
    }
  }
  return { depth: deepest, values };
}

/** The first duplicate name in an object of a JSON text. One pass, for a text of any size. */
export function repeatedName(text: string): string | undefined {
  // The names of the objects that are open; null for a list.
  const open: (Set<string> | null)[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === OPEN || code === OPEN_LIST) open.push(code === OPEN ? new Set() : null);
    else if (code === CLOSE || code === CLOSE_LIST) open.pop();
    else if (code === QUOTE) {
      const end = endOfString(text, index);
      const names = open.at(-1);
      // In an object a string before a colon is a name.
      if (names instanceof Set && text.charCodeAt(afterBlanks(text, end + 1)) === COLON) {
        const name = nameOf(text.slice(index + 1, end));
        if (names.has(name)) return name;
        names.add(name);
      }
      index = end;
    }
  }
  return undefined;
}
