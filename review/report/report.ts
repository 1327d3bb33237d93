/** Everything that a change to the contract does, ready to be shown. */

import type { Contract } from '../contract/contract.ts';
import { type ChangeClass, classes, type Finding, inOrder, named, type Unnamed } from '../finding.ts';
import type { Acceptance } from './accepted.ts';
import { acceptanceOf, unusedIn } from './accepted.ts';
import { type NextVersion, nextVersion } from './version.ts';

/** A finding, and the reason why it was accepted. */
export interface Judged extends Finding {
  readonly accepted: string | null;
}

/** The report. */
export interface Report {
  readonly reportVersion: 1;
  readonly base: string;
  readonly head: string;
  /** The verdict in a sentence. */
  readonly summary: string;
  readonly counts: Readonly<Record<ChangeClass, number>>;
  /** Breaking changes that nobody accepted. */
  readonly unaccepted: number;
  readonly version: NextVersion;
  /** What the reader should know about the input, in sentences. */
  readonly notes: readonly string[];
  readonly findings: readonly Judged[];
}

/** Puts a report together. */
export function makeReport(
  base: Contract,
  head: Contract,
  findings: readonly Unnamed[],
  accepted: readonly Acceptance[],
  notes: readonly string[],
): Report {
  const judged = inOrder(findings.map(named)).map((finding) => ({
    ...finding,
    accepted: acceptanceOf(finding, accepted),
  }));
  const counts = countsOf(judged);
  const unaccepted = judged.filter((finding) => finding.class === 'breaking' && finding.accepted === null).length;
  const gravest = classes.find((one) => counts[one] > 0) ?? null;
  const unused = unusedIn(judged, accepted).map(
    ({ id }) => `review/accepted.yaml accepts ${id}, which is not among these changes; remove it when it is done.`,
  );
  return {
    reportVersion: 1,
    base: base.label,
    head: head.label,
    summary: summaryOf(judged, unaccepted),
    counts,
    unaccepted,
    version: nextVersion(base.version, head.version, gravest),
    notes: [...notes, ...unused],
    findings: judged,
  };
}

function countsOf(findings: readonly Finding[]): Record<ChangeClass, number> {
  const count = (grade: ChangeClass) => findings.filter((finding) => finding.class === grade).length;
  return { breaking: count('breaking'), compatible: count('compatible'), documentation: count('documentation') };
}

function summaryOf(findings: readonly Judged[], unaccepted: number): string {
  const breaking = findings.filter((finding) => finding.class === 'breaking').length;
  if (findings.length === 0) return 'no change for anyone';
  if (breaking > 0) {
    const count = breaking === 1 ? '1 breaking change' : `${breaking} breaking changes`;
    if (unaccepted === 0) return `${count}, accepted`;
    return unaccepted === breaking ? count : `${count}, ${unaccepted} of them not accepted`;
  }
  return findings.some((finding) => finding.class === 'compatible')
    ? 'compatible: what works today goes on working'
    : 'documentation only: nobody has to do anything';
}
