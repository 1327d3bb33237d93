/** How the clients compare, as a table in Markdown. */
import { markdownTable } from '@wallet-services/conformance/testing/clients';

/** Median times of a call, in microseconds. */
export interface Bench {
  /** With the language's own HTTP client. */
  readonly bare: number;
  readonly client: number;
}

export interface Row {
  readonly name: string;
  readonly package: string;
  readonly passed: number;
  readonly steps: number;
  /** Of the package, in bytes. */
  readonly size: number | undefined;
  readonly bench: Bench | undefined;
}

const HEAD = ['client', 'package', 'steps passed', 'size', 'a call, bare', 'with the client', 'ratio'];

function cells({ name, package: called, passed, steps, size, bench }: Row): readonly string[] {
  const kB = size === undefined ? '' : `${(size / 1000).toFixed(0)} kB`;
  const times =
    bench === undefined
      ? ['', '', '']
      : [`${bench.bare.toFixed(0)} µs`, `${bench.client.toFixed(0)} µs`, (bench.client / bench.bare).toFixed(2)];
  return [name, `\`${called}\``, `${passed} of ${steps}`, kB, ...times];
}

/** The table, as it stands in clients/README.md. */
export function tableText(rows: readonly Row[]): string {
  return markdownTable(HEAD, rows.map(cells)).join('\n');
}
