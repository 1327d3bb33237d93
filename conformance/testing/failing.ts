/** Checks that failed, and what a report makes of them. */
import { explained } from '../report/merge.ts';
import type { Check, Finding } from '../run/report.ts';
import { sampleCheck, sampleFinding, sampleReport } from './sample.ts';

/** A check with one finding, which differs from the sample. */
export function failing(rule: string, changes: Partial<Finding>): Check {
  return sampleCheck(rule, { verdict: 'fail', findings: [{ ...sampleFinding, ...changes }] });
}

/** A rule, and how its finding differs from the sample. */
export type Failing = readonly [rule: string, changes: Partial<Finding>];

/** The explanations of a report on these checks. */
export function explanationsOf(found: readonly Failing[]): ReturnType<typeof explained> {
  const [service] = sampleReport.services;
  if (service === undefined) return [];
  return explained({ ...service, checks: found.map(([rule, changes]) => failing(rule, changes)) });
}

function exchanged() {
  const { exchange } = sampleFinding;
  if (exchange === null) throw new Error('the sample has an exchange');
  return exchange;
}

/** The exchange of the sample. */
export const shown = exchanged();

/** The changes of a finding at a place, without an exchange. */
export function at(pointer: string | null, changes: Partial<Finding> = {}): Partial<Finding> {
  return { pointer, exchange: null, ...changes };
}

/** Findings on whole answers, each of another rule and of another operation. */
export function answers(
  rules: readonly string[],
  exchange: Partial<typeof shown>,
  ...changes: readonly Partial<Finding>[]
): readonly Failing[] {
  const all = { ...shown, ...exchange };
  return rules.map((rule, index) => {
    const name = 'abcdef'[index];
    return [rule, { subject: `op${name}`, pointer: `/${name}`, exchange: all, ...changes[index] }];
  });
}
