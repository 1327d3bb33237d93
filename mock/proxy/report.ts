/** Formats the report of the traffic as JSON and as Markdown. It contains no values that were sent. */

import { counted } from '@wallet-services/kit/counted';
import type { Addresses } from './addresses.ts';
import type { Finding, Incident, OperationCount, Summary } from './journal.ts';
import type { RuleFinding } from './live/ledger.ts';

/** The report's data in addition to the totals. */
export interface Occasion {
  /** Start of watching, ISO 8601. */
  readonly from: string;
  /** Time of the report, ISO 8601. */
  readonly to: string;
  readonly strict: boolean;
  /** Base address of each watched service. */
  readonly upstreams: Addresses;
}

/** The formats of a report by file extension. */
export const reportForms = { '.json': toJson, '.md': toMarkdown } as const;

function toJson(occasion: Occasion, summary: Summary, rules?: readonly RuleFinding[]): string {
  return `${JSON.stringify({ ...occasion, ...summary, ...(rules === undefined ? {} : { rules }) }, undefined, 2)}\n`;
}

function toMarkdown(
  { from, to, strict, upstreams }: Occasion,
  summary: Summary,
  rules: readonly RuleFinding[] = [],
): string {
  const {
    requests,
    violating,
    refused,
    violations,
    warnings,
    unlisted,
    failures,
    unchecked,
    judgesReplaced,
    operations,
  } = summary;
  const watched = Object.entries(upstreams).map(([service, url]) => [service, code(url)]);
  const requested = operations.filter(({ count }) => count > 0);
  const unasked = operations.filter(({ count }) => count === 0);
  return `${[
    '# Traffic between clients and services',
    `From ${from} to ${to}${strict ? ', in strict mode' : ''}: ${counted(requests, 'request')}, ${violating} with a violation${strict ? `, ${refused} refused` : ''}; ${counted(violations.length, 'different violation')}, ${counted(warnings.length, 'warning')}.`,
    table(['service', 'address'], watched),
    ...section('Violations', findingTable(violations)),
    ...section('Warnings: what the documents do not specify', findingTable(warnings)),
    ...(unlisted > 0 ? [`${unlisted} more findings of other kinds are not listed.`] : []),
    ...section('Violated rules', ruleTable(rules)),
    ...section('No response', incidentTable(failures)),
    ...section('Not checked', incidentTable(unchecked)),
    ...(judgesReplaced > 0
      ? [
          `The process that checks was replaced ${counted(judgesReplaced, 'time')}: rules that compare exchanges began anew.`,
        ]
      : []),
    ...section('Operations', operationTable(requested)),
    ...(unasked.length > 0
      ? [
          `Operations without requests: ${unasked.map(({ service, operation }) => code(`${service} ${operation}`)).join(', ')}.`,
        ]
      : []),
  ].join('\n\n')}\n`;
}

function section(title: string, content: string | undefined): string[] {
  return content === undefined ? [] : [`## ${title}`, content];
}

function findingTable(findings: readonly Finding[]): string | undefined {
  if (findings.length === 0) return undefined;
  return table(
    ['count', 'service', 'operation', 'side', 'where', 'what'],
    findings.map(({ count, service, operation, side, status, pointer, message }) => [
      String(count),
      service,
      code(operation),
      status === null ? side : `${side} ${status}`,
      code(pointer),
      escaped(message),
    ]),
  );
}

function ruleTable(findings: readonly RuleFinding[]): string | undefined {
  if (findings.length === 0) return undefined;
  return table(
    ['count', 'verdict', 'rule', 'operation', 'what the documents say', 'expected', 'actual'],
    findings.map(({ count, verdict, rule, operation, text, source, expected, actual, pointer }) => [
      String(count),
      verdict,
      code(rule),
      code(operation ?? ''),
      escaped(`${text} (${source})`),
      escaped(expected),
      `${escaped(actual)} ${pointer === null ? '' : code(pointer)}`.trim(),
    ]),
  );
}

function incidentTable(incidents: readonly Incident[]): string | undefined {
  if (incidents.length === 0) return undefined;
  return table(
    ['count', 'service', 'operation', 'reason'],
    incidents.map(({ count, service, operation, text }) => [String(count), service, code(operation), escaped(text)]),
  );
}

function operationTable(operations: readonly OperationCount[]): string | undefined {
  if (operations.length === 0) return undefined;
  return table(
    ['service', 'operation', 'requests', 'statuses'],
    operations.map(({ service, operation, count, statuses }) => [
      service,
      code(operation),
      String(count),
      Object.entries(statuses)
        .map(([status, times]) => `${status}: ${times}`)
        .join(', '),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Formats text as inline code; nothing in it ends the code or the table cell. */
function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>|#]/g, '\\$&');
}
