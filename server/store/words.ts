/**
 * Takes text apart into words, in any script, for the full-text index. The database's own tokenizer knows an old
 * edition of Unicode, drops vowel signs, and takes a sentence without spaces for one word; so it is given
 * nothing but ASCII tokens made here.
 */

/** A word as tokens that follow one another: one, or one a character in scripts that write no spaces. */
export type Word = readonly string[];

/** Longer tokens are cut: no one looks for more. */
const LONGEST_TOKEN = 64;

/** Scripts that do not separate words by spaces, or that join them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\u30fc]\p{M}*/u;

const PIECES = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{N}\\p{Co}]\\p{M}*)+|\\p{So}`, 'gu');

/** Keywords are read up to here: later ones could not be among the words that count. */
const LONGEST_KEYWORDS = 4_096;

/** The tokens of a text, in order, with spaces between them: the content of the index. */
export function tokensOf(text: string): string {
  return (folded(text).match(PIECES) ?? []).map(tokenOf).join(' ');
}

/**
 * The different words that keywords consist of, in order.
 *
 * @param most words; what follows is left out
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

/** Within a segment: adjacent characters of an unspaced script are one word, other characters are separate. */
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

/** Without case, compatibility forms and the accents of Latin, Greek and Cyrillic: `É` is `e`. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

/** ASCII stays as it is; anything else becomes `x` and the code points in decimal. */
function tokenOf(piece: string): string {
  const cut = piece.slice(0, LONGEST_TOKEN);
  if (/^[a-z0-9]+$/.test(cut)) return cut;
  return `x${Array.from(cut, (character) => character.codePointAt(0)).join('x')}`;
}
