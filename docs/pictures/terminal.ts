/** Draws terminal output as SVG, light or dark as in the reader's system. */

/** A part of a line, and its style. */
export interface Span {
  readonly text: string;
  readonly is?: 'prompt' | 'bad' | 'good' | 'name' | 'dim';
}

export type Line = readonly Span[];

export interface Terminal {
  /** The content of the picture, for readers who cannot see it. */
  readonly title: string;
  readonly lines: readonly Line[];
}

/** Font size in pixels. A character of the fonts below is 0.6 times as wide. */
const SIZE = 13;
const ADVANCE = SIZE * 0.602;
const LEADING = 20;
const MARGIN = 20;
const BAR = 34;

/** Colours with a contrast of at least 4.5 to their background. */
const STYLE = `
  .window { fill: #ffffff; stroke: #d0d7de }
  .dot { fill: #d0d7de }
  text { font: ${SIZE}px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #1f2328; white-space: pre }
  .prompt { fill: #0550ae; font-weight: 600 }
  .bad { fill: #b3151d; font-weight: 600 }
  .good { fill: #116329; font-weight: 600 }
  .name { fill: #6639ba }
  .dim { fill: #59636e }
  @media (prefers-color-scheme: dark) {
    .window { fill: #0d1117; stroke: #3d444d }
    .dot { fill: #3d444d }
    text { fill: #e6edf3 }
    .prompt { fill: #79c0ff }
    .bad { fill: #ff7b72 }
    .good { fill: #56d364 }
    .name { fill: #d2a8ff }
    .dim { fill: #9198a1 }
  }`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function lengthOf(line: Line): number {
  return line.reduce((sum, { text }) => sum + text.length, 0);
}

function row(line: Line, place: number): string {
  const spans = line.map(({ text, is }) =>
    is === undefined ? escaped(text) : `<tspan class="${is}">${escaped(text)}</tspan>`,
  );
  return `<text x="${MARGIN}" y="${BAR + MARGIN + place * LEADING}">${spans.join('')}</text>`;
}

/** Draws the picture. */
export function terminalSvg({ title, lines }: Terminal): string {
  const width = Math.ceil(Math.max(...lines.map(lengthOf)) * ADVANCE) + 2 * MARGIN;
  const height = BAR + MARGIN + lines.length * LEADING + 4;
  const dots = [0, 1, 2].map((place) => `<circle class="dot" cx="${MARGIN + 18 * place}" cy="18" r="6"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<style>${STYLE}
</style>
<rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>
${dots.join('')}
${lines.map(row).join('\n')}
</svg>
`;
}
