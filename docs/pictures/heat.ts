/** A grid of operations and families, with a count in each cell. */
import { type Html, html } from '@wallet-services/kit/html';
import { type Figure, figure } from './figure.ts';
import { drawn, Plot } from './plot.ts';

/** A cell of the grid. */
export interface Cell {
  readonly row: string;
  readonly column: string;
  /** The text in the cell. */
  readonly count: number;
  /** Intensity of the colour, from 0 to 4. */
  readonly heat: 0 | 1 | 2 | 3 | 4;
  /** The numbers in words, for the table. */
  readonly detail: string;
}

export interface Grid {
  readonly caption: string;
  /** The meaning of the colours: the degree of proof, or a count. */
  readonly reports: 'proof' | 'count';
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cells: readonly Cell[];
}

/** Width of a column and height of a row, in pixels. */
const [COLUMN, ROW] = [38, 24];

/** Width of a letter in pixels, to reserve space for the longest name. */
const LETTER = 7;

function longest(names: readonly string[]): number {
  return Math.max(...names.map(({ length }) => length)) * LETTER;
}

/** Draws the grid, with its numbers as a table. */
export function heatMap({ caption, reports, rows, columns, cells }: Grid): Html {
  const marginLeft = longest(rows) + 12;
  const marginTop = longest(columns) * 0.75 + 16;
  const svg = drawn({
    width: marginLeft + columns.length * COLUMN + longest(columns.slice(-1)),
    height: marginTop + rows.length * ROW + 4,
    marginLeft,
    marginTop,
    marginRight: longest(columns.slice(-1)),
    marginBottom: 4,
    x: { domain: [...columns], axis: 'top', tickRotate: -45, label: null, tickSize: 0 },
    y: { domain: [...rows], label: null, tickSize: 0 },
    marks: [
      Plot.cell(cells, {
        x: 'column',
        y: 'row',
        inset: 1,
        rx: 3,
        fill: ({ heat }: Cell) => `var(--${reports}-${heat})`,
      }),
      Plot.text(cells, { x: 'column', y: 'row', text: ({ count }: Cell) => String(count), fill: 'var(--text)' }),
    ],
  });
  return figure({ caption, svg, numbers: numbersOf(caption, rows, columns, cells) } satisfies Figure);
}

function numbersOf(caption: string, rows: readonly string[], columns: readonly string[], cells: readonly Cell[]): Html {
  const at = new Map(cells.map((cell) => [`${cell.row} ${cell.column}`, cell.detail]));
  return html`<div class="wide-table" tabindex="0" role="region" aria-label="Numbers: ${caption}"><table>
<thead><tr><td></td>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr><th scope="row">${row}</th>${columns.map((column) => html`<td>${at.get(`${row} ${column}`) ?? ''}</td>`)}</tr>\n`)}</tbody>
</table></div>`;
}
