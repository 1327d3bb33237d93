/** The tables of the crosscheck, in Markdown. */
import type { ContractService as ServiceName } from '../model/document/services.ts';
import { markdownTable } from '../report/table.ts';

export interface ServiceRow {
  readonly service: ServiceName;
  readonly suiteRequests: number;
  readonly suiteSeconds: number;
  readonly suiteFindings: number;
  readonly otherRequests: number;
  readonly otherSeconds: number;
  /** `GET /vats: Schema-violating request accepted` */
  readonly otherFindings: readonly string[];
}

export interface MutantRow {
  readonly service: ServiceName;
  readonly title: string;
  /** The rule that the fault breaks. */
  readonly rule: string;
  /** Detected by the suite. */
  readonly suite: boolean;
  /** Detected by Schemathesis. */
  readonly other: boolean;
  readonly suiteSeconds: number;
  readonly otherSeconds: number;
}

function mean(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(1);
}

function score(rows: readonly MutantRow[], found: (row: MutantRow) => boolean): string {
  return `${rows.filter(found).length} of ${rows.length}`;
}

/** Whether a fault is one of form, visible in the shape of responses or in the rejection of inputs. */
function isOfForm({ rule }: MutantRow): boolean {
  return /^(wire|input)\./.test(rule);
}

/** Both tables, with a heading each. */
export function tables(services: readonly ServiceRow[], mutants: readonly MutantRow[]): string {
  const reference = markdownTable(
    ['service', 'suite: requests', 'seconds', 'findings', 'Schemathesis: requests', 'seconds', 'findings'],
    services.map((row) => [
      row.service,
      row.suiteRequests,
      row.suiteSeconds.toFixed(1),
      row.suiteFindings,
      row.otherRequests,
      row.otherSeconds.toFixed(1),
      row.otherFindings.length === 0 ? 'none' : row.otherFindings.join('; '),
    ]),
  );
  const kinds = [
    ['of form', mutants.filter(isOfForm)],
    ['of meaning', mutants.filter((row) => !isOfForm(row))],
    ['all', mutants],
  ] as const;
  const kills = markdownTable(
    [
      'faulty servers',
      'detected by the suite',
      'detected by Schemathesis',
      'suite: seconds each',
      'Schemathesis: seconds each',
    ],
    kinds.map(([name, rows]) => [
      name,
      score(rows, ({ suite }) => suite),
      score(rows, ({ other }) => other),
      mean(rows.map(({ suiteSeconds }) => suiteSeconds)),
      mean(rows.map(({ otherSeconds }) => otherSeconds)),
    ]),
  );
  return `# The suite and Schemathesis

Made by \`npm run crosscheck\`, with [schemathesis.toml](schemathesis.toml). Times are of one run on one machine.

## On the reference server

${reference.join('\n')}

## On faulty servers

${mutants.length === 0 ? 'None were tried.' : kills.join('\n')}
`;
}
