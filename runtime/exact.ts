/** Integers that a JavaScript number would round to another one. */

/** The least number of digits of an integer beyond `Number.MAX_SAFE_INTEGER`. */
const LONG = /\d{16}/;
/** Matches the strings and the numbers of a JSON text; strings only to skip them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * The first integer of a JSON text that parsing would round to another one, such as an id beyond 2^53.
 *
 * @example
 * inexactInteger('{"id":9007199254740993}') // '9007199254740993'
 */
export function inexactInteger(text: string): string | undefined {
  if (!LONG.test(text)) return undefined;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token.startsWith('"') || /[.eE]/.test(token)) continue;
    if (BigInt(token) !== exactly(Number(token))) return token.slice(0, 40);
  }
  return undefined;
}

function exactly(value: number): bigint | undefined {
  return Number.isFinite(value) ? BigInt(value) : undefined;
}
