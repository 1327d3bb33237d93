/** The ledger of findings: each finding once, with the number of its occurrences. */
import type { TrafficFinding } from '@wallet-services/conformance/traffic';
import type { Outcome } from '../judge/tasks.ts';

/** A finding of a rule in the traffic. */
export interface RuleFinding {
  readonly service: string;
  readonly rule: string;
  /** The operationId; null when the rule concerns the whole service. */
  readonly operation: string | null;
  /** `must`, `should` or `observe`. */
  readonly level: string;
  /** The statement of the documents and its place. */
  readonly text: string;
  readonly source: string;
  readonly verdict: 'fail' | 'warn';
  readonly expected: string;
  readonly actual: string;
  /** JSON pointer into the answer; null for the answer as a whole. */
  readonly pointer: string | null;
  /** Number of occurrences. */
  readonly count: number;
  /** A curl command that repeats the request, with names instead of values. */
  readonly curl: string | null;
  /** Time of the first occurrence, ISO 8601. */
  readonly first: string;
}

/** What an exchange added to the ledger. */
export interface Added {
  readonly finding: RuleFinding;
  readonly isNew: boolean;
}

/** Largest number of different findings. */
const LISTED = 1000;

export interface Ledger {
  add(outcome: Outcome): readonly Added[];
  /** All findings: those of `fail` first, each by decreasing frequency. */
  all(): readonly RuleFinding[];
}

function findingOf(
  { service, operation }: Outcome,
  { rule, finding }: TrafficFinding,
  before: RuleFinding | undefined,
): RuleFinding {
  const { rule: id, level, text, source } = rule;
  const { verdict, expected, actual, pointer, curl } = finding;
  return {
    service,
    rule: id,
    operation,
    level,
    text,
    source,
    verdict,
    expected,
    actual,
    pointer,
    curl,
    count: (before?.count ?? 0) + 1,
    first: before?.first ?? new Date().toISOString(),
  };
}

export function createLedger(): Ledger {
  const findings = new Map<string, RuleFinding>();
  return {
    add(outcome) {
      return outcome.reported.flatMap((found): readonly Added[] => {
        const { rule, finding } = found;
        const place = finding.pointer?.replaceAll(/\/\d+(?=\/|$)/g, '/*') ?? finding.expected;
        const key = JSON.stringify([outcome.service, rule.rule, outcome.operation, finding.verdict, place]);
        const before = findings.get(key);
        if (before === undefined && findings.size >= LISTED) return [];
        const now = findingOf(outcome, found, before);
        findings.set(key, before === undefined ? now : { ...before, count: now.count });
        return [{ finding: now, isNew: before === undefined }];
      });
    },
    all: () =>
      [...findings.values()].sort((one, other) => one.verdict.localeCompare(other.verdict) || other.count - one.count),
  };
}
