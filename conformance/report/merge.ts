/** The fewest findings that explain what is wrong: rules that fell over the same place are told together. */
import { generalised } from '../model/pointer.ts';
import type { Check, Finding, ServiceReport } from '../run/report.ts';

/** A finding with every rule that it breaks and every operation that shows it. */
export interface Explained {
  readonly finding: Finding;
  /** The first is the most telling one. */
  readonly checks: readonly Check[];
  readonly subjects: readonly string[];
}

/**
 * A rule of the documents says more than the shape of an answer, and that HTTP and RPC differ is often but a consequence.
 */
function weight({ rule }: Check): number {
  if (rule.startsWith('input.')) return 3;
  if (rule.startsWith('wire.')) return 2;
  return rule.includes('.rpc.') ? 1 : 0;
}

function placeOf(finding: Finding, check: Check): string {
  const { subject, pointer, expected, actual } = finding;
  if (pointer !== null) return JSON.stringify([subject, generalised(pointer)]);
  return JSON.stringify([check.rule, expected, actual]);
}

/**
 * Every finding of a service: those at the same place of the same operation's answers as one, and those that say the
 * same of whole answers.
 */
export function explained({ checks }: ServiceReport): readonly Explained[] {
  const ordered = [...checks].sort((left, right) => weight(left) - weight(right));
  const found = ordered
    .flatMap((check) => check.findings.map((finding) => ({ check, finding })))
    .sort((left, right) => Number(left.finding.verdict === 'warn') - Number(right.finding.verdict === 'warn'));
  const groups = Map.groupBy(found, ({ check, finding }) => placeOf(finding, check));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const subjects = group.flatMap(({ finding: { subject } }) => (subject === null ? [] : [subject]));
    return [
      {
        finding: first.finding,
        checks: [...new Set(group.map(({ check }) => check))],
        subjects: [...new Set(subjects)],
      },
    ];
  });
}
