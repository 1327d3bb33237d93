/** Reads the regular expressions of documents, which are written for many languages. */

/** A flag at the beginning that JavaScript has as well: `(?i)`. */
const FLAGS = /^(\^?)\(\?([ims]+)\)/;

/** Anchors of other languages. */
const ANCHORS: Readonly<Record<string, string>> = { A: '^', Z: '$', z: '$' };

/** Signs that keep their backslash under the `u` flag, and letters with a meaning in JavaScript. */
const ESCAPED = /[\^$\\.*+?()[\]{}|/\dbBcdDfknpPrsStuvwWx]/;

function compiled(pattern: string, flags: string): RegExp | null {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return null;
  }
}

/** One escape, as JavaScript writes it; null if JavaScript has none with this meaning. */
function escapeOf(sign: string, isInClass: boolean): string | null {
  if (!isInClass && Object.hasOwn(ANCHORS, sign)) return ANCHORS[sign] ?? null;
  if (ESCAPED.test(sign) || (isInClass && sign === '-')) return `\\${sign}`;
  return /[a-z]/i.test(sign) ? null : sign;
}

/** A pattern of Python, Ruby, Java, Perl or Go as one of JavaScript; null if it has an escape that JavaScript lacks. */
function translated(pattern: string): string | null {
  let isInClass = false;
  let text = '';
  for (const [part] of pattern.replaceAll('(?P<', '(?<').matchAll(/\\.|[^\\]/gsu)) {
    if (part === '[' || part === ']') isInClass = part === '[';
    const same = part.length > 1 && part.startsWith('\\') ? escapeOf(part.slice(1), isInClass) : part;
    if (same === null) return null;
    text += same;
  }
  return text;
}

/**
 * The expression that a pattern means; null if JavaScript has none. One of another language is translated: without the
 * `u` flag, JavaScript would read `\z` as the letter z, and `\p{L}` as that text.
 */
export function expressionOf(pattern: string): RegExp | null {
  const [start = '', anchor = '', flags = ''] = FLAGS.exec(pattern) ?? [];
  const rest = `${anchor}${pattern.slice(start.length)}`;
  const exact = compiled(rest, `u${flags}`);
  if (exact !== null) return exact;
  const text = translated(rest);
  if (text === null) return null;
  return compiled(text, `u${flags}`) ?? (/\\[pP]/.test(text) ? null : compiled(text, flags));
}
