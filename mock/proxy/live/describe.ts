/** Formats the findings of the rules on a terminal. */

import { counted } from '@wallet-services/kit/counted';
import { styleOf } from '@wallet-services/kit/style';
import type { RuleFinding } from './ledger.ts';
import type { Live } from './live.ts';
import { reasons } from './sample.ts';

type Stream = NodeJS.WritableStream & { readonly isTTY?: boolean };

function place({ pointer }: RuleFinding): string {
  return pointer === null || pointer === '' ? '' : ` at ${pointer}`;
}

/** Lines for a new finding. */
export function describeRule(finding: RuleFinding, stream: Stream): string {
  const { service, rule, operation, verdict, expected, actual, curl } = finding;
  const style = styleOf(stream);
  const head = `${verdict.toUpperCase()} ${rule}`;
  const indent = ' '.repeat(13);
  return [
    `${service.padEnd(11)}${verdict === 'fail' ? style.bad(head) : style.odd(head)}  ${operation ?? ''}`.trimEnd(),
    `${indent}expected ${expected}; actual ${actual}${place(finding)}`,
    ...(curl === null ? [] : [`${indent}${curl}`]),
    '',
  ].join('\n');
}

/** Lines with the results at the end. */
export function describeRules(
  findings: readonly RuleFinding[],
  counts: ReturnType<Live['counts']>,
  stream: Stream,
): string {
  const fails = findings.filter(({ verdict }) => verdict === 'fail');
  const style = styleOf(stream);
  const left = reasons.filter((why) => counts[why] > 0);
  const parts = [
    `${counts.judged} checked against the rules: ${counted(fails.length, 'finding')}, ${counted(findings.length - fails.length, 'warning')}`,
    ...left.map((why) => `${counts[why]} ${why}`),
  ];
  const rows = findings.map(
    (finding) =>
      `${String(finding.count).padStart(7)}  ${finding.verdict} ${finding.rule}  ${finding.operation ?? ''}${place(finding)}\n`,
  );
  return `${fails.length > 0 ? style.bad(parts.join('; ')) : style.good(parts.join('; '))}\n${rows.join('')}`;
}
