/**
 * A guess at what is wrong: the faulty server of the suite's own that fell over the same rules. Pure.
 *
 * The kill matrix (`faults/matrix.json`) says which rules fall over which faulty server.
 */
import type { ServiceName } from '../model/services.ts';
import type { Cause, Check } from '../run/report.ts';

/** A faulty server and what finds it out. */
export interface MatrixEntry {
  readonly id: string;
  readonly service: ServiceName;
  /** What is wrong with it, as a sentence would say it. */
  readonly title: string;
  /** The operation that is wrong; absent: several. */
  readonly operation?: string;
  readonly expected: string;
  /** Ids of the rules that fail. */
  readonly rules: readonly string[];
}

export interface Matrix {
  readonly version: 1;
  readonly mutants: readonly MatrixEntry[];
}

/** So many guesses are made. More servers than this that look the same say nothing. */
const MOST = 3;

/** Rules of the documents tell faults apart; those on shapes and inputs fall over too many. */
function isTelling(rule: string): boolean {
  return !/^(wire|input)\./.test(rule);
}

/** Whether every rule that the entry says failed, on its operation where a rule fails for each. */
function fits({ rules, operation }: MatrixEntry, failed: readonly Check[]): boolean {
  return (
    rules.length > 0 &&
    rules.every((rule) =>
      failed.some(
        (check) => check.rule === rule && (operation === undefined || isTelling(rule) || check.operation === operation),
      ),
    )
  );
}

/** How much of what failed an entry explains, from 0 to 1; it is less likely when other operations fail alike. */
function likeness(entry: MatrixEntry, failed: readonly Check[], left: ReadonlySet<string>): number {
  const explained = entry.rules.filter((rule) => left.has(rule)).length / left.size;
  const about = failed.filter(({ rule, operation }) => entry.rules.includes(rule) && operation !== null);
  const elsewhere = about.filter(({ operation }) => entry.operation !== undefined && operation !== entry.operation);
  return explained - (about.length === 0 ? 0 : (0.5 * elsewhere.length) / about.length);
}

function isGuess(entry: MatrixEntry, left: ReadonlySet<string>): boolean {
  return entry.rules.some((rule) => left.has(rule) && isTelling(rule)) || entry.rules.length === left.size;
}

/**
 * What may be wrong with a server, the likeliest first.
 *
 * @param checks of one service.
 * @param mutants of the same service.
 */
export function likelyCauses(checks: readonly Check[], mutants: readonly MatrixEntry[]): readonly Cause[] {
  const failed = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  let left: ReadonlySet<string> = new Set(failed.map(({ rule }) => rule));
  let candidates = mutants.filter((entry) => fits(entry, failed));
  const causes: Cause[] = [];
  while (left.size > 0 && causes.length < MOST) {
    const open = left;
    const scored = candidates
      .filter((entry) => isGuess(entry, open))
      .map((entry) => ({ entry, score: likeness(entry, failed, open) }));
    const best = Math.max(0, ...scored.map(({ score }) => score));
    const alike = scored.filter(({ score }) => score > 0 && score === best).map(({ entry }) => entry);
    if (alike.length === 0) break;
    const told = new Set(alike.flatMap(({ rules }) => rules));
    if (alike.length <= MOST) causes.push(...alike.map(({ id, title, rules }) => ({ mutant: id, title, rules })));
    candidates = candidates.filter((entry) => !alike.includes(entry));
    left = new Set([...left].filter((rule) => !told.has(rule)));
  }
  return causes.slice(0, MOST);
}
