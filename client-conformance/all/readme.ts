/** The tables of clients/README.md: results of a run of all clients, between marking comments. */
import { type Coped, difficultText, type Row, tableText } from './table.ts';

/** The results of a run. */
export interface Found {
  readonly rows: readonly Row[];
  readonly coped: readonly Coped[];
}

const marked = (name: string) => new RegExp(`(<!-- ${name}[^>]*-->\\n\\n)[\\s\\S]*?(\\n\\n<!-- end -->)`);

/** The page with the tables of a run. */
export function withFound(page: string, { rows, coped }: Found): string {
  const tables = { measured: tableText(rows), difficult: difficultText(coped) };
  return Object.entries(tables).reduce(
    (text, [name, table]) => text.replace(marked(name), (_all, start, end) => `${start}${table}${end}`),
    page,
  );
}

/** Allowed relative difference between the sizes of two builds. */
const TOLERANCE = 0.1;

/**
 * Compares steps and sizes on the page with a run, but not times, which depend on the machine.
 * @returns the differences
 */
export function outdatedIn(page: string, found: Found): readonly string[] {
  const written = rowsOf(page, 'measured');
  const sizes = found.rows.flatMap(({ name, passed, steps, size }) => {
    const cells = written.find(([client]) => client?.startsWith(`[${name}]`)) ?? [];
    const [, , count = 'no number', kB = 'no size'] = cells;
    const isClose =
      size === undefined || Math.abs(Number.parseFloat(kB) * 1000 - size) <= Math.max(size * TOLERANCE, 500);
    return [
      ...(count === `${passed} of ${steps}` ? [] : [`${name}: ${count} steps, now ${passed} of ${steps}`]),
      ...(isClose ? [] : [`${name}: ${kB}, now ${((size ?? 0) / 1000).toFixed(0)} kB`]),
    ];
  });
  const isSame = JSON.stringify(rowsOf(page, 'difficult')) === JSON.stringify(cellsOf(difficultText(found.coped)));
  return [...sizes, ...(isSame ? [] : ['the table of difficult services'])];
}

/** The rows of a table of the page, including its header. */
export function rowsOf(page: string, name: string): readonly (readonly string[])[] {
  return cellsOf(marked(name).exec(page)?.[0] ?? '');
}

/** The cells of a Markdown table, including its header. */
function cellsOf(table: string): readonly (readonly string[])[] {
  return table
    .split('\n')
    .filter((line) => /^\|(?! -)/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
