/** Estimates the number of tokens deterministically, close to that of a model's tokenizer. */

/** Words, groups of up to three digits, and single symbols. Spaces count with the following piece. */
const PIECE = /[\p{L}\p{M}]+|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}]/gu;

/** Scripts in which a token has about one character. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Letters of a word per token. */
const LETTERS = 6;

/** Tokens of a message in addition to its text. */
const MESSAGE = 4;

/** Number of tokens of a text. */
export function countTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    const { length } = piece;
    tokens += DENSE.test(piece) ? length : Math.ceil(length / LETTERS);
  }
  return tokens;
}

/** Number of tokens of the messages of a prompt. */
export function countMessageTokens(messages: readonly { readonly content: string }[]): number {
  return messages.reduce((sum, { content }) => sum + MESSAGE + countTokens(content), 0);
}
