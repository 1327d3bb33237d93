/** Longest line of a sample, without the indentation of what it is within. */
const WIDTH = 88;

/**
 * Parts between brackets: on one line, if they fit, or one a line.
 *
 * @param indent of each part
 * @param last after the last of several lines
 */
export function bracketed(
  [open, close]: readonly [open: string, close: string],
  parts: readonly string[],
  { indent = '    ', last = ',' }: { readonly indent?: string; readonly last?: string } = {},
): string {
  const oneLine = `${open}${parts.join(', ')}${close}`;
  if (parts.length === 0 || (oneLine.length <= WIDTH && !oneLine.includes('\n'))) return oneLine;
  const lines = parts.map((part) => `${indent}${part.replaceAll('\n', `\n${indent}`)}`);
  return `${open.trimEnd()}\n${lines.join(',\n')}${last}\n${close.trimStart()}`;
}
