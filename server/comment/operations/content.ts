/** What people write. The documents do not bound it: trimmed, not empty, and of a length that is still read. */

import { Refusal } from '@wallet-services/runtime/refusal';

/** Most characters of a comment. */
export const LONGEST_COMMENT = 10_240;

/** Most characters of a reply. */
export const LONGEST_REPLY = 5_120;

/**
 * The content to keep.
 *
 * @param longest in characters, an emoji counted as one
 * @throws Refusal 400 when nothing or too much is left
 */
export function contentOf(text: string, longest: number): string {
  // A lone surrogate cannot be kept: UTF-8 has no form for it.
  const content = text.trim().toWellFormed();
  if (content === '')
    throw new Refusal(400, 'content is empty', { hint: 'whitespace at the beginning and end does not count' });
  // Every character is one or two units, so most texts need not be counted.
  if (content.length > longest && (content.length > 2 * longest || [...content].length > longest)) {
    throw new Refusal(400, `content is longer than ${longest} characters`);
  }
  return content;
}
