/** Numbers that JavaScript would read as other ones. */

/** Only a text with this may have such a number: many digits, or an exponent. */
const SUSPECT = /[\d.]{16}|\d[eE][+-]?\d/;
/** Matches the strings and the numbers of a JSON text; strings only to skip them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * The first number of a JSON text that parsing would change in kind or value: an integer that would become another one,
 * such as an id beyond 2^53; a fraction that would become an integer; a number beyond the largest one.
 *
 * @example
 * inexactNumber('{"id":9007199254740993}') // '9007199254740993'
 * inexactNumber('{"count":1.0000000000000001}') // '1.0000000000000001'
 */
export function inexactNumber(text: string): string | undefined {
  if (!SUSPECT.test(text)) return undefined;
  for (const [token] of text.matchAll(TOKENS)) {
    if (!token.startsWith('"') && !isKept(token)) return token.slice(0, 40);
  }
  return undefined;
}

function isKept(token: string): boolean {
  const value = Number(token);
  if (!Number.isInteger(value)) return Number.isFinite(value);
  const [, integer = '', fraction = '', exponent] = /^(-?\d+)(?:\.(\d+))?(?:[eE](.*))?$/.exec(token) ?? [];
  if (exponent !== undefined) return placesOf(integer, fraction) <= Number(exponent);
  return /^0*$/.test(fraction) && BigInt(integer) === BigInt(value);
}

/** The power of ten that makes an integer of a number; negative for one that ends in zeros. */
function placesOf(integer: string, fraction: string): number {
  const digits = integer + fraction;
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return /[1-9]/.test(digits) ? end - integer.length : Number.NEGATIVE_INFINITY;
}
