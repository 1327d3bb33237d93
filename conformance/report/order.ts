/** The order of findings: the likely cause before its likely consequences. */
import { generalised } from '../model/values/pointer.ts';
import type { Check, Finding } from '../run/report.ts';

export interface Found {
  readonly check: Check;
  readonly finding: Finding;
}

/** Merged findings; the first is the most significant one. */
export type Group = readonly [Found, ...Found[]];

/**
 * A rule of the documents is more significant than the shape of an answer, and a difference of two answers is often
 * only a consequence of either.
 */
function weight({ check: { rule }, finding }: Found): number {
  if (rule.startsWith('input.')) return 3;
  if (rule.startsWith('wire.')) return 1;
  return finding.against === undefined ? 0 : 2;
}

/** Whether the rule belongs to another operation than the one that shows the finding. */
function isOfAnother({ check: { operation }, finding: { subject } }: Found): boolean {
  return operation !== null && operation !== subject;
}

export function isAbsent({ finding }: Found): boolean {
  return finding.isAbsent === true;
}

function isWarning({ finding }: Found): boolean {
  return finding.verdict === 'warn';
}

/** The member of an operation that a finding is about. */
function memberOf(operation: string | null, { pointer }: Finding): string {
  return `${operation} ${pointer === null ? '' : generalised(pointer).replace(/^.*[/]/, '')}`;
}

/**
 * How many more findings are against the answer that shows a finding than against the one that it was compared with.
 */
function blames(found: readonly Found[]): (one: Found) => number {
  const voices = new Map<string, number>();
  for (const { finding } of found) {
    const sides = new Set([finding.subject, finding.against ?? finding.subject]);
    for (const side of sides) {
      const member = memberOf(side, finding);
      voices.set(member, (voices.get(member) ?? 0) + 1);
    }
  }
  const against = (side: string | null, finding: Finding) => voices.get(memberOf(side, finding)) ?? 0;
  return ({ finding }) =>
    finding.against === undefined ? 0 : against(finding.subject, finding) - against(finding.against, finding);
}

/** How likely a group is only a consequence of others: an answer of a wrong shape needs no other cause. */
function rankOf(found: readonly Found[]): (group: Group) => number {
  const isShape = (one: Found) => one.check.rule.startsWith('wire.') && !isWarning(one);
  const shapeless = new Set(found.filter(isShape).map(({ finding }) => finding.subject));
  return (group) => {
    const heaviness = weight(group[0]);
    if (heaviness < 2 && group.some(({ finding }) => shapeless.has(finding.subject))) return 0;
    return group.some(isAbsent) ? 1 : 2 + heaviness;
  };
}

/** Compares groups by several numbers; the first that differs decides. */
function inTurn(orders: readonly ((group: Group) => number)[]): (left: Group, right: Group) => number {
  return (left, right) => orders.map((order) => order(left) - order(right)).find((difference) => difference !== 0) ?? 0;
}

/** The most significant of merged findings comes first. */
export const byReporting = (left: Found, right: Found) =>
  Number(isWarning(left)) - Number(isWarning(right)) ||
  weight(left) - weight(right) ||
  Number(isOfAnother(left)) - Number(isOfAnother(right));

/** Groups of findings, causes first. @param found all findings of the service. */
export function byCause(found: readonly Found[]): (left: Group, right: Group) => number {
  const blame = blames(found);
  return inTurn([
    (group) => Number(group.every((one) => blame(one) < 0)),
    (group) => Number(isWarning(group[0])),
    rankOf(found),
    (group) => -Math.max(...group.map(blame)),
  ]);
}
