/** Everything that a change to the contract does, ready to be shown. */

import type { Contract } from '../contract/contract.ts';
import {
  type ChangeClass,
  classes,
  type Finding,
  gravestOf,
  inOrder,
  named,
  type SideName,
  sides,
  type Unnamed,
} from '../finding.ts';
import type { Acceptance } from './accepted.ts';
import { acceptanceOf, unusedIn } from './accepted.ts';
import { type NextVersion, nextVersion } from './version.ts';
import { isOpen } from './words.ts';

/** A finding, and the reason why it was accepted. */
export interface Judged extends Finding {
  readonly accepted: string | null;
}

/** How many changes are of each class. */
export type Counts = Readonly<Record<ChangeClass, number>>;

/** The report. */
export interface Report {
  readonly reportVersion: 2;
  readonly base: string;
  readonly head: string;
  /** The verdict in a sentence. */
  readonly summary: string;
  /** The changes by their gravest class. */
  readonly counts: Counts;
  /** The changes by their class for each side. */
  readonly sides: Readonly<Record<SideName, Counts>>;
  /** Changes that break a side, or of which the report cannot tell, and that nobody accepted. */
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
  const bySide = (side: SideName) => countsOf(judged.map((finding) => finding.sides[side].class));
  const all = judged.map((finding) => finding.class);
  const gravest = gravestOf(all);
  const unaccepted = judged.filter(isOpen).length;
  const unused = unusedIn(judged, accepted).map(
    ({ id }) =>
      `review/accepted.yaml accepts ${id}, which is not among these changes; remove it if it is no longer needed.`,
  );
  return {
    reportVersion: 2,
    base: base.label,
    head: head.label,
    summary: summaryOf(judged, unaccepted),
    counts: countsOf(all),
    sides: { clients: bySide('clients'), servers: bySide('servers'), mocks: bySide('mocks') },
    unaccepted,
    version: nextVersion(base.version, head.version, gravest === 'none' ? null : gravest),
    notes: [...notes, ...unused],
    findings: judged,
  };
}

function countsOf(grades: readonly ChangeClass[]): Counts {
  const count = (one: ChangeClass) => grades.filter((grade) => grade === one).length;
  const [breaking, unclear, compatible, documentation, none] = classes.map(count);
  return {
    breaking: breaking ?? 0,
    unclear: unclear ?? 0,
    compatible: compatible ?? 0,
    documentation: documentation ?? 0,
    none: none ?? 0,
  };
}

function summaryOf(findings: readonly Judged[], unaccepted: number): string {
  if (findings.length === 0) return 'no change for anyone';
  const breaking = findings.filter((finding) => finding.class === 'breaking');
  const unclear = findings.filter((finding) => finding.class === 'unclear').length;
  const grave = breaking.length + unclear;
  if (grave > 0) {
    const broken = breaking.length === 1 ? '1 breaking change' : `${breaking.length} breaking changes`;
    const doubts = `${unclear} that the report cannot classify`;
    const whom = sides
      .map((side) => [side, breaking.filter((finding) => finding.sides[side].class === 'breaking').length] as const)
      .filter(([, count]) => count > 0)
      .map(([side, count]) => `${count} for ${side}`);
    const parts =
      breaking.length === 0 ? doubts : `${broken} (${whom.join(', ')})${unclear === 0 ? '' : `, and ${doubts}`}`;
    if (unaccepted === 0) return `${parts}, accepted`;
    return unaccepted === grave ? parts : `${parts}, ${unaccepted} of them not accepted`;
  }
  return findings.some((finding) => finding.class === 'compatible')
    ? 'compatible: what works today keeps working'
    : 'documentation only: no action needed';
}
