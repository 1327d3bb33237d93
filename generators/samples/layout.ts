/** The longest line of a sample, without the indentation around it. */
const WIDTH = 88;

/**
 * Parts between brackets: on one line if they fit, otherwise one per line.
 *
 * @param indent the indentation of each part
 * @param last the text after the last part, if each has its own line
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
