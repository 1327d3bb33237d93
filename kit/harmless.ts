/** Takes the harm out of text that somebody else wrote, before a person sees it. */

/**
 * Characters that move the cursor, colour, conceal, reorder, or take no place: control characters but for line feed and
 * tab, marks of direction, blanks without width, line separators, tags, halves of surrogate pairs.
 */
const HARMFUL = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * A text that can be shown: what could forge or hide something is written as JSON escapes it. JSON stays the same value.
 *
 * @example
 * harmless('\u001b[2J') // '\\u001b[2J'
 */
export function harmless(text: string): string {
  return text.replaceAll(HARMFUL, escaped);
}

/** The same on one line: a line of its own could pass for somebody else's. */
export function onOneLine(text: string): string {
  return harmless(text).replaceAll(/\s*[\n\t]\s*/g, ' ');
}

/** A value with each text in it changed, names of members left out. */
export function eachText<Value>(value: Value, change: (text: string) => string): Value;
export function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => eachText(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, eachText(inner, change)]));
}
