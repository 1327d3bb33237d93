/** Findings and reasons as plain text, for the reports that CI servers read. */
import type { Check, Finding } from '../run/report.ts';
import { hintText, nameOf, reproducedText, variablesText } from './text.ts';

function findingText(check: Check, finding: Finding): string {
  const { expected, actual, pointer, subject, exchange, other, curl, alike } = finding;
  const variables = variablesText(finding);
  return [
    `${nameOf(check)}${subject === null || subject === check.operation ? '' : ` (${subject})`}`,
    `rule: ${check.text} (${check.source})`,
    ...(check.statement === undefined ? [] : [`document: ${check.statement}`]),
    `expected: ${expected}`,
    `actual: ${actual}${pointer === null || pointer === '' ? '' : ` at ${pointer}`}${alike > 1 ? `, and ${alike - 1} more like it` : ''}`,
    ...(exchange === null ? [] : [`response: ${exchange.status ?? 'none'} ${exchange.answer}`]),
    ...(other === undefined ? [] : [`compared with: ${other.status ?? 'none'} ${other.answer}`]),
    ...(curl === null
      ? []
      : [`try: ${curl}`, ...(other === undefined ? [] : [`and: ${other.curl}`]), `     ${reproducedText(finding)}`]),
    ...(variables === null ? [] : [`     ${variables}`]),
  ].join('\n');
}

/** Every finding of a check, with the command that repeats it. */
export function findingsText(check: Check): string {
  return check.findings.map((finding) => findingText(check, finding)).join('\n\n');
}

/** Why a check was not decided, and what would decide it; a line each. */
export function reasonsText(check: Check): string {
  const { reasons } = check;
  return reasons.map((one) => `${one.reason}; ${hintText({ ...check, reasons: [one] })}`).join('\n');
}

/** A failed check in one line: its first finding. */
export function failureText({ text, findings }: Check): string {
  const [first, ...rest] = findings;
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : '';
  return `${text} Expected ${first?.expected}, got ${first?.actual}${more}`;
}
