/** The results of a run, as a table for people and as JSON for programs. */
import type { Outcome } from '@wallet-services/conformance/testing/clients';
import type { Style } from '@wallet-services/kit/style';
import type { Problem } from './judge/problem.ts';
import type { Step } from './steps/step.ts';

/** `unsupported`: the client reports that it cannot; `blocked`: the step was not sent, for an external reason. */
export type StepVerdict = 'pass' | 'fail' | 'unsupported' | 'blocked';

export interface StepReport {
  readonly id: string;
  readonly title: string;
  readonly source: string | null;
  readonly verdict: StepVerdict;
  /** Why it is unsupported or blocked; null otherwise. */
  readonly reason: string | null;
  readonly problems: readonly Problem[];
  /** The requests, as received, without credentials. */
  readonly sent: readonly string[];
}

export interface ClientReport {
  readonly steps: readonly StepReport[];
}

function count({ steps }: ClientReport, verdict: StepVerdict): number {
  return steps.filter((step) => step.verdict === verdict).length;
}

/** The verdict of a report. A client without any support is undecided, not conformant. */
export function outcomeOf(report: ClientReport): Outcome {
  if (count(report, 'fail') > 0) return 'not conformant';
  const tried = report.steps.filter(({ id, verdict }) => verdict === 'pass' && !id.startsWith('protocol.'));
  return count(report, 'blocked') > 0 || tried.length === 0 ? 'undecided' : 'conformant';
}

const WIDTH = 26;

function painted(style: Style, verdict: StepVerdict): string {
  const paint = { pass: style.good, fail: style.bad, unsupported: style.dim, blocked: style.odd }[verdict];
  return paint(verdict.padEnd(12));
}

/** The output of a client may contain characters that move the cursor of a terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '·');
}

function detail(name: string, texts: readonly string[]): readonly string[] {
  return texts.map((text, index) => `      ${(index === 0 ? name : '').padEnd(9)} ${printable(text)}`);
}

/** A step as a line of the table, with its problems below it. */
export function stepText(step: StepReport, style: Style): string {
  const { verdict, id, title, reason, problems, source, sent } = step;
  const lines = [`  ${painted(style, verdict)} ${id.padEnd(WIDTH)} ${title}`];
  if (reason !== null) return [...lines, ...detail('because', [reason])].join('\n');
  if (problems.length === 0) return lines.join('\n');
  return [
    ...lines,
    ...problems.flatMap(({ expected, actual }) => [...detail('expected', [expected]), ...detail('actual', [actual])]),
    ...detail('sent', sent.length === 0 ? ['nothing'] : sent),
    ...(source === null ? [] : detail('see', [source])),
  ].join('\n');
}

/** The last line of a run. */
export function summaryText(report: ClientReport, style: Style): string {
  const outcome = outcomeOf(report);
  const verdicts: readonly StepVerdict[] = ['pass', 'fail', 'unsupported', 'blocked'];
  const figures = verdicts.flatMap((verdict) => {
    const number = count(report, verdict);
    return number === 0 ? [] : [`${number} ${verdict}`];
  });
  const paint = outcome === 'conformant' ? style.good : style.bad;
  return `${paint(style.bold(outcome.toUpperCase()))}: ${figures.join(', ')}`;
}

/** The report as JSON. */
export function jsonText(report: ClientReport): string {
  return `${JSON.stringify({ version: 1, outcome: outcomeOf(report), ...report }, null, 2)}\n`;
}

/** The script, for `--list`. */
export function listText(steps: readonly Pick<Step, 'id' | 'title' | 'source'>[], style: Style): string {
  return steps
    .map(
      ({ id, title, source }) =>
        `${style.bold(id.padEnd(WIDTH))} ${title}${source === null ? '' : style.dim(` (${source})`)}`,
    )
    .join('\n');
}
