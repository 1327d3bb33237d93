/** Validates what people write. The documents set no limits; here a text must not be empty or too long. */

import { Refusal } from '@wallet-services/runtime/refusal';

/** Longest comment, in characters. */
export const LONGEST_COMMENT = 10_240;

/** Longest reply, in characters. */
export const LONGEST_REPLY = 5_120;

/**
 * Normalizes a text for storage: trims it, and replaces lone surrogates.
 *
 * @param longest limit in characters; an emoji counts as one
 * @throws Refusal 400 when the text is empty or too long
 */
export function contentOf(text: string, longest: number): string {
  // A lone surrogate cannot be stored, because UTF-8 cannot represent it.
  const content = text.trim().toWellFormed();
  if (content === '')
    throw new Refusal(400, 'content is empty', { hint: 'whitespace at the beginning and end does not count' });
  // A character has one or two UTF-16 units, so the characters of most texts need not be counted.
  if (content.length > longest && (content.length > 2 * longest || [...content].length > longest)) {
    throw new Refusal(400, `content is longer than ${longest} characters`);
  }
  return content;
}
