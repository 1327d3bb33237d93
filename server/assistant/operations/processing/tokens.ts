/** Counts tokens about as a model's tokenizer does, and always the same. */

/** Words, numbers of up to three digits, and single signs; spaces belong to what follows. */
const PIECE = /[\p{L}\p{M}]+|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}]/gu;

/** Scripts in which a token is about a character. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Letters of a word that make a token. */
const LETTERS = 6;

/** What a message costs beside its text. */
const MESSAGE = 4;

/** Tokens of a text. */
export function countTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    const { length } = piece;
    tokens += DENSE.test(piece) ? length : Math.ceil(length / LETTERS);
  }
  return tokens;
}

/** Tokens of everything that is sent to a model. */
export function countMessageTokens(messages: readonly { readonly content: string }[]): number {
  return messages.reduce((sum, { content }) => sum + MESSAGE + countTokens(content), 0);
}
