/** Finds the line of a pointer in JSON text, without parsing all values. */

interface Text {
  /** Offsets of the members of objects and arrays by the offset of their parent; computed when needed. */
  readonly members: Map<number, ReadonlyMap<string, number>>;
  /** Offsets of the lines. */
  readonly lines: Uint32Array;
}

const texts = new Map<string, Text>();
/** Number of cached texts: both sides of a comparison with a few of their files. */
const MOST_TEXTS = 8;

function textOf(text: string): Text {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  const read = { members: new Map(), lines: Uint32Array.from(starts) };
  texts.set(text, read);
  return read;
}

/** The line of the value at a pointer, counted from 1; null when there is none. */
export function lineInJson(text: string, segments: readonly string[]): number | null {
  let at = skipSpace(text, 0);
  for (const segment of segments) {
    const next = membersAt(text, at).get(segment);
    if (next === undefined) return null;
    at = next;
  }
  return lineOf(text, at);
}

function membersAt(text: string, start: number): ReadonlyMap<string, number> {
  const known = textOf(text).members;
  const found = known.get(start);
  if (found !== undefined) return found;
  const members = new Map<string, number>();
  const isArray = text[start] === '[';
  if (!isArray && text[start] !== '{') return members;
  let at = skipSpace(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== ']' && text[at] !== '}'; index += 1) {
    let name = String(index);
    if (!isArray) {
      const end = afterString(text, at);
      name = String(JSON.parse(text.slice(at, end)));
      // The name is followed by a colon.
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    members.set(name, at);
    at = skipSpace(text, afterValue(text, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  known.set(start, members);
  return members;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1;
  return at;
}

function afterString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function afterValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const sign = text[at];
    if (sign === '"') {
      at = afterString(text, at);
      continue;
    }
    if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      if (depth === 0) return at;
      depth -= 1;
    } else if (sign === ',' && depth === 0) return at;
    at += 1;
  } while (at < text.length && (depth > 0 || !/[,\]}]/.test(text[at] ?? '')));
  return at;
}

function lineOf(text: string, at: number): number {
  const { lines } = textOf(text);
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
