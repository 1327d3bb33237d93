/** The report of a change to the contract, ready for formatting. */

import type { Contract } from '../contract/contract.ts';
import {
  type ChangeClass,
  classes,
  gravestOf,
  inOrder,
  isGrave,
  type SideName,
  sides,
  type Unnamed,
} from '../finding.ts';
import { decided, type Judged, notesOn } from './decide.ts';
import { type Location, locator } from './lines.ts';
import type { Settings } from './settings.ts';
import { type NextVersion, nextVersion } from './version.ts';

export type { Judged } from './decide.ts';

/** Number of changes by class. */
export type Counts = Readonly<Record<ChangeClass, number>>;

/** The report. */
export interface Report {
  readonly reportVersion: 3;
  readonly base: string;
  readonly head: string;
  /** The verdict in a sentence. */
  readonly summary: string;
  /** Number of changes by their most severe class. */
  readonly counts: Counts;
  /** Number of changes by side and class. */
  readonly sides: Readonly<Record<SideName, Counts>>;
  /** Number of changes that fail the command: not accepted, and breaking for a relevant side or undecided. */
  readonly unaccepted: number;
  /** Determines the exit code: 1 for `breaks`, 3 for `unclear`, 0 for `passes`. */
  readonly verdict: 'passes' | 'breaks' | 'unclear';
  /** The file for accepted changes. */
  readonly acceptedIn: string;
  readonly version: NextVersion;
  /** Notes for the reader about the input, as sentences. */
  readonly notes: readonly string[];
  readonly findings: readonly Located[];
}

/** A finding with its lines in the documents. */
export interface Located extends Judged {
  readonly lines: { readonly base: Location | null; readonly head: Location | null };
}

/**
 * Creates a report.
 *
 * @param today the date, such as `2026-12-31`
 */
export function makeReport(
  base: Contract,
  head: Contract,
  findings: readonly Unnamed[],
  settings: Settings,
  notes: readonly string[],
  today: string = new Date().toISOString().slice(0, 10),
): Report {
  const judged = inOrder(decided(findings, settings, today));
  const bySide = (side: SideName) => countsOf(judged.map((finding) => finding.sides[side].class));
  const all = judged.map((finding) => finding.class);
  const gravest = gravestOf(all);
  const open = judged.filter((finding) => finding.open);
  const left = findings.length - judged.length;
  const breaks = open.some((finding) => settings.failOn.some((side) => finding.sides[side].class === 'breaking'));
  const [before, after] = [locator(base), locator(head)];
  return {
    reportVersion: 3,
    base: base.label,
    head: head.label,
    summary: summaryOf(judged, open.length),
    counts: countsOf(all),
    sides: { clients: bySide('clients'), servers: bySide('servers'), mocks: bySide('mocks') },
    unaccepted: open.length,
    verdict: open.length === 0 ? 'passes' : breaks ? 'breaks' : 'unclear',
    acceptedIn: settings.file,
    version: nextVersion(base.version, head.version, gravest === 'none' ? null : gravest),
    notes: [
      ...notes,
      ...notesOn(judged, settings, today),
      ...(left === 0 ? [] : [`${left} ${left === 1 ? 'change is' : 'changes are'} excluded.`]),
    ],
    findings: judged.map((finding) => ({
      ...finding,
      lines: {
        base: before(finding.service, finding.pointers.base),
        head: after(finding.service, finding.pointers.head),
      },
    })),
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
    if (unaccepted === 0) {
      return findings.every((one) => !isGrave(one.class) || one.accepted !== null) ? `${parts}, accepted` : parts;
    }
    return unaccepted === grave ? parts : `${parts}, ${unaccepted} of them in the way`;
  }
  return findings.some((finding) => finding.class === 'compatible')
    ? 'compatible: what works today keeps working'
    : 'documentation only: no action needed';
}
