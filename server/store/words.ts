/**
 * Splits texts of any script into words for the full-text index. The databases' own tokenizers know an old edition of
 * Unicode, drop vowel signs, and treat a sentence without spaces as one word, so they only get the ASCII tokens that
 * are made here.
 */

/** A word as a sequence of tokens: a single one, or one for each character in scripts without spaces. */
export type Word = readonly string[];

/** Longest token; longer ones are truncated, since no search needs more. */
const LONGEST_TOKEN = 64;

/** Scripts without spaces between words, or with characters that join words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\u30fc]\p{M}*/u;

const PIECES = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{N}\\p{Co}]\\p{M}*)+|\\p{So}`, 'gu');

/** Longest part of the keywords that is read: later words would exceed the number of words anyway. */
const LONGEST_KEYWORDS = 4_096;

/** The tokens of a text in order, separated by spaces: the content of the index. */
export function tokensOf(text: string): string {
  return (folded(text).match(PIECES) ?? []).map(tokenOf).join(' ');
}

/**
 * The different words in keywords, in order.
 *
 * @param most largest number of words; further ones are left out
 */
export function wordsOf(keywords: string, most: number): Word[] {
  const words = new Map<string, Word>();
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(
    folded(keywords.slice(0, LONGEST_KEYWORDS)),
  );
  for (const { segment } of segments) {
    for (const word of wordsIn(segment.match(PIECES) ?? [])) {
      words.set(word.join(' '), word);
      if (words.size >= most) return [...words.values()];
    }
  }
  return [...words.values()];
}

/** Joins adjacent characters of a script without spaces to one word; other segments are separate words. */
function wordsIn(pieces: readonly string[]): Word[] {
  const words: string[][] = [];
  let unspaced: string[] | undefined;
  for (const piece of pieces) {
    if (!UNSPACED.test(piece)) {
      unspaced = undefined;
      words.push([tokenOf(piece)]);
    } else if (unspaced === undefined) {
      unspaced = [tokenOf(piece)];
      words.push(unspaced);
    } else {
      unspaced.push(tokenOf(piece));
    }
  }
  return words;
}

/** Removes case, compatibility forms and the accents of Latin, Greek and Cyrillic: `É` becomes `e`. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

/** ASCII stays unchanged; other text becomes `x` and its code points in decimal. */
function tokenOf(piece: string): string {
  const cut = piece.slice(0, LONGEST_TOKEN);
  if (/^[a-z0-9]+$/.test(cut)) return cut;
  return `x${Array.from(cut, (character) => character.codePointAt(0)).join('x')}`;
}
