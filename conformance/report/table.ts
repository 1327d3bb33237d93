/** A table in Markdown. */

/** @returns its lines; bars in cells must be escaped by the caller. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)];
}
