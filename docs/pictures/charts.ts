/** Charts of measurements, next to their tables. */
import { type Html, html } from '@wallet-services/kit/html';
import { parse } from 'yaml';
import type { ReadTable } from '../markdown/markdown.ts';
import { textOf } from '../read/repository.ts';
import { figure } from './figure.ts';
import { drawn, Plot, SERIES } from './plot.ts';

const CHARTS = 'docs/charts.yaml';

/** Configuration of a table's chart. */
export interface ChartOf {
  readonly file: string;
  /** Heading of the table's first column. */
  readonly table: string;
  readonly kind: 'bars' | 'line';
  /** The columns with the name of a row, from 1. */
  readonly label: readonly number[];
  /** The columns to draw, from 1, by their names in the chart. */
  readonly values: Readonly<Record<string, number>>;
  readonly unit: string;
}

export async function readCharts(): Promise<readonly ChartOf[]> {
  return parse(await textOf(CHARTS));
}

interface Bar {
  readonly row: string;
  readonly series: string;
  readonly value: number;
}

const [WIDTH, BAR] = [640, 20];

/** Draws the chart of a table, if it has one. */
export function chartsOf(charts: readonly ChartOf[], file: string): (table: ReadTable) => Html {
  const own = charts.filter((chart) => chart.file === file);
  return ({ head, rows }) => {
    const chart = own.find(({ table }) => table === head[0]);
    if (chart === undefined) return html``;
    const bars = Object.entries(chart.values).flatMap(([series, column]) =>
      rows.flatMap((cells): Bar[] => {
        const value = Number.parseFloat(cells[column - 1] ?? '');
        return Number.isNaN(value) ? [] : [{ row: nameOf(cells, head, chart), series, value }];
      }),
    );
    const caption = `${head[0]}: ${chart.unit}`;
    return figure({ caption, svg: chart.kind === 'line' ? line(bars, chart) : grouped(bars, chart) });
  };
}

function nameOf(cells: readonly string[], head: readonly string[], { label }: ChartOf): string {
  return label
    .map((column, place) => (place === 0 ? cells[column - 1] : `${cells[column - 1]} ${head[column - 1]}`))
    .join(', ');
}

function colourOf(series: readonly string[]): (bar: Bar) => string {
  return ({ series: name }) => SERIES[series.indexOf(name) % SERIES.length] ?? SERIES[0];
}

function grouped(bars: readonly Bar[], { values, unit }: ChartOf): Html {
  const series = Object.keys(values);
  const rows = [...new Set(bars.map(({ row }) => row))];
  const many = series.length > 1;
  const colour = colourOf(series);
  const marginLeft = Math.max(...[...rows, ...(many ? series : [])].map(({ length }) => length)) * 6.6 + 24;
  // When a row has several bars, each has a name; the name of the row is above them.
  const perRow = many ? { fy: 'row', y: 'series' } : { y: 'row' };
  return drawn({
    width: WIDTH,
    height: bars.length * BAR + rows.length * (many ? 26 : 4) + 60,
    marginLeft: many ? Math.max(...series.map(({ length }) => length)) * 6.6 + 24 : marginLeft,
    marginRight: many ? Math.max(...rows.map(({ length }) => length)) * 6.6 + 16 : 40,
    marginBottom: 40,
    x: { label: unit, grid: true, labelAnchor: 'left', labelArrow: 'none' },
    y: { label: null, domain: many ? series : rows, tickSize: 0 },
    ...(many ? { fy: { label: null, domain: rows } } : {}),
    marks: [
      Plot.barX(bars, { ...perRow, x: 'value', fill: colour }),
      Plot.text(bars, {
        ...perRow,
        x: 'value',
        text: ({ value }: Bar) => String(value),
        textAnchor: 'start',
        dx: 4,
        fill: 'var(--text)',
      }),
      Plot.ruleX([0]),
    ],
  });
}

function line(points: readonly Bar[], { unit }: ChartOf): Html {
  const at = points.map(({ row, value }) => ({ x: Number.parseFloat(row), y: value }));
  return drawn({
    width: WIDTH,
    height: 260,
    marginLeft: 50,
    marginBottom: 40,
    x: { grid: true, label: 'operations', domain: [0, Math.max(...at.map(({ x }) => x)) * 1.05] },
    y: { grid: true, label: unit, domain: [0, Math.max(...at.map(({ y }) => y)) * 1.15] },
    marks: [
      Plot.lineY(at, { x: 'x', y: 'y', stroke: SERIES[0] }),
      Plot.dot(at, { x: 'x', y: 'y', fill: SERIES[0] }),
      Plot.text(at, {
        x: 'x',
        y: 'y',
        text: ({ y }: { readonly y: number }) => String(y),
        dy: -12,
        fill: 'var(--text)',
      }),
    ],
  });
}
