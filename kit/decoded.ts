/** A part of an address with its percent escapes decoded; unchanged where an escape is malformed, as in `100%`. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
