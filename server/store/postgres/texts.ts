/**
 * Encodes texts for PostgreSQL, which stores every character but U+0000, which JSON and URLs can carry. It is written
 * as two other characters, and so is the first of these, so that different texts stay different.
 */

const ESCAPE = '\ue000';
const WRITTEN = { '\0': `${ESCAPE}0`, [ESCAPE]: `${ESCAPE}1` } as const;

export function written(text: string): string {
  if (!text.includes('\0') && !text.includes(ESCAPE)) return text;
  return text.replaceAll('\ue000', WRITTEN[ESCAPE]).replaceAll('\0', WRITTEN['\0']);
}

export function read(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replaceAll(WRITTEN['\0'], '\0').replaceAll(WRITTEN[ESCAPE], ESCAPE);
}
