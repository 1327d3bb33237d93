/** Compares the clients in a Markdown table. */
import { markdownTable } from '@wallet-services/conformance/testing/clients';
import type { StepReport } from '../report.ts';

/** Median times of a call, in microseconds. */
export interface Bench {
  /** With the language's own HTTP client. */
  readonly bare: number;
  readonly client: number;
}

export interface Row {
  readonly name: string;
  /** Path of its page, relative to clients/README.md. */
  readonly readme: string;
  readonly package: string;
  readonly passed: number;
  readonly steps: number;
  /** Size of the package in bytes. */
  readonly size: number | undefined;
  readonly bench: Bench | undefined;
}

const HEAD = ['client', 'package', 'steps passed', 'size', 'a call, bare', 'with the client', 'ratio'];

function cells({ name, readme, package: called, passed, steps, size, bench }: Row): readonly string[] {
  const kB = size === undefined ? '' : `${(size / 1000).toFixed(0)} kB`;
  const times =
    bench === undefined
      ? ['', '', '']
      : [`${bench.bare.toFixed(0)} µs`, `${bench.client.toFixed(0)} µs`, (bench.client / bench.bare).toFixed(2)];
  return [`[${name}](${readme})`, `\`${called}\``, `${passed} of ${steps}`, kB, ...times];
}

/** The table for clients/README.md. */
export function tableText(rows: readonly Row[]): string {
  return markdownTable(HEAD, rows.map(cells)).join('\n');
}

/** A client, and the outcomes of its steps with difficult services. */
export interface Coped {
  readonly name: string;
  readonly steps: readonly Pick<StepReport, 'id' | 'verdict'>[];
}

const classOf = (id: string) => id.slice(0, id.indexOf('.'));

/** The number of steps in each class of difficult services that each client passed, for clients/README.md. */
export function difficultText(clients: readonly Coped[]): string {
  const classes = [...new Set(clients.flatMap(({ steps }) => steps.map(({ id }) => classOf(id))))];
  const rows = classes.map((name) => [
    `\`${name}\``,
    ...clients.map(({ steps }) => {
      const own = steps.filter(({ id }) => classOf(id) === name);
      return `${own.filter(({ verdict }) => verdict === 'pass').length} of ${own.length}`;
    }),
  ]);
  return markdownTable(['difficult services', ...clients.map(({ name }) => name)], rows).join('\n');
}
