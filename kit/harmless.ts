/** Removes harmful characters from text of unknown origin before a person sees it. */

/**
 * Characters that move the cursor, set colours, hide or reorder text, or have no width: control characters except line
 * feed and tab, direction marks, zero-width spaces, line separators, tags, halves of surrogate pairs.
 */
const HARMFUL = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * A text that is safe to show: characters that could forge or hide text are written as JSON escapes. JSON keeps its value.
 *
 * @example
 * harmless('\u001b[2J') // '\\u001b[2J'
 */
export function harmless(text: string): string {
  return text.replaceAll(HARMFUL, escaped);
}

/** The same on one line: a separate line could be mistaken for one from another author. */
export function onOneLine(text: string): string {
  return harmless(text).replaceAll(/\s*[\n\t]\s*/g, ' ');
}

/** A value in which each text is changed, except the names of members. */
export function eachText<Value>(value: Value, change: (text: string) => string): Value;
export function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => eachText(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, eachText(inner, change)]));
}
