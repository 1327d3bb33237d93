/** The journal of the proxies: counts exchanges, and lists each kind of violation once. */
import type { Violation } from '../violation.ts';
import type { DocumentedOperation, Verdict } from './judge/tasks.ts';

/** An exchange that ended, with or without an answer. */
export interface Exchange {
  readonly service: string;
  readonly method: string;
  readonly target: string;
  /** Status of the service's answer; undefined when there was none. */
  readonly status: number | undefined;
  /** Status of the answer to the client; undefined when there was none. */
  readonly passed: number | undefined;
  readonly verdict: Verdict;
  /** Why the service's answer is missing or incomplete; a sentence without a capital letter. */
  readonly failure?: string | undefined;
  /** Whether strict mode answered instead of the service. */
  readonly refused: boolean;
}

interface Counted {
  readonly service: string;
  /** Method and path as in the document: `GET /flips/{flip}`. */
  readonly operation: string;
  count: number;
}

/** A kind of violation. */
export interface Finding extends Counted, Violation {
  readonly operationId: string | null;
  /** Status of the first answer with it; null for a request. */
  readonly status: number | null;
}

/** A kind of problem outside of the contract: no answer, or a message that could not be checked. */
export interface Incident extends Counted {
  readonly text: string;
}

/** The number of requests for an operation. */
export interface OperationCount extends Counted {
  readonly operationId: string;
  /** Number of answers with each status. */
  readonly statuses: Record<string, number>;
}

/** The totals so far. */
export interface Summary {
  readonly requests: number;
  /** Number of exchanges with a violation; many may have the same. */
  readonly violating: number;
  readonly refused: number;
  /** The different violations, in the order in which they first occurred. */
  readonly violations: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Number of violations and warnings of kinds that are not listed. */
  readonly unlisted: number;
  readonly failures: readonly Incident[];
  readonly unchecked: readonly Incident[];
  /** How often the judging process was replaced, because a message took too much time or memory. */
  readonly judgesReplaced: number;
  /** Every operation of the services, including those without requests. */
  readonly operations: readonly OperationCount[];
}

/** Records exchanges. */
export interface Journal {
  /** @returns the requested operation, and the violations that occurred for the first time */
  add(exchange: Exchange): {
    readonly operation: string;
    readonly findings: readonly Finding[];
    readonly incidents: readonly Incident[];
  };
  summary(): Omit<Summary, 'judgesReplaced'>;
}

/** Largest number of listed kinds, so that a client that scans for paths cannot fill the memory. */
const LISTED = 1_000;

/**
 * @param operations the operations of each service
 * @param values whether unknown paths, which may contain any values, are reported
 */
export function createJournal(
  operations: ReadonlyMap<string, readonly DocumentedOperation[]>,
  values = false,
): Journal {
  const words = new Map([...operations].map(([service, list]) => [service, wordsIn(list)]));
  const counts = new Map(
    [...operations].flatMap(([service, list]) =>
      list.map((operation) => [`${service} ${operation.iid}`, emptyCount(service, operation)] as const),
    ),
  );
  const findings = new Map<string, Finding>();
  const failures = new Map<string, Incident>();
  const unchecked = new Map<string, Incident>();
  const totals = { requests: 0, violating: 0, refused: 0, unlisted: 0 };

  const count = <Kind extends Counted>(kinds: Map<string, Kind>, key: string, kind: Kind): Kind[] => {
    const known = kinds.get(key);
    if (known !== undefined) known.count += 1;
    else if (kinds.size < LISTED) kinds.set(key, kind);
    else totals.unlisted += 1;
    return known === undefined && kinds.has(key) ? [kind] : [];
  };

  return {
    add(exchange) {
      const { service, verdict, status, failure, refused } = exchange;
      const known = words.get(service) ?? NO_WORDS;
      const operation = labelOf(exchange, (segment) => (values ? segment.length <= SEGMENT : known.has(segment)));
      totals.requests += 1;
      if (refused) totals.refused += 1;
      if (verdict.violations.some(({ severity }) => severity === 'error')) totals.violating += 1;
      const counted = counts.get(`${service} ${verdict.operation?.iid}`);
      if (counted !== undefined) addTo(counted, status);

      const isNew = verdict.violations.flatMap((violation) => {
        const seen = violation.side === 'response' ? (status ?? null) : null;
        const operationId = verdict.operation?.iid ?? null;
        const finding = { service, operation, operationId, ...violation, status: seen, count: 1 };
        return count(findings, keyOf(finding), finding);
      });
      const incidents = [
        ...(failure === undefined ? [] : [failure]).flatMap((text) =>
          count(failures, `${service} ${operation} ${text}`, { service, operation, text, count: 1 }),
        ),
        ...verdict.unchecked.flatMap((text) =>
          count(unchecked, `${service} ${operation} ${text}`, { service, operation, text, count: 1 }),
        ),
      ];
      return { operation, findings: isNew, incidents };
    },

    summary() {
      const all = [...findings.values()];
      return {
        ...totals,
        violations: all.filter(({ severity }) => severity === 'error'),
        warnings: all.filter(({ severity }) => severity === 'warning'),
        failures: [...failures.values()],
        unchecked: [...unchecked.values()],
        operations: [...counts.values()],
      };
    },
  };
}

function emptyCount(service: string, { iid, method, path }: DocumentedOperation): OperationCount {
  return { service, operation: `${method.toUpperCase()} ${path}`, operationId: iid, count: 0, statuses: {} };
}

function addTo(counted: OperationCount, status: number | undefined): void {
  counted.count += 1;
  if (status !== undefined) counted.statuses[status] = (counted.statuses[status] ?? 0) + 1;
}

/** The key of a kind of violation; the same violation in different entries of a list is one kind. */
function keyOf({ service, operation, side, status, pointer, code, message }: Finding): string {
  const place = pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  return [service, operation, side, status, place, code, message].join(' ');
}

const NO_WORDS: ReadonlySet<string> = new Set(['']);

/** The words in the paths of a document: none of them is a value of a user. */
function wordsIn(operations: readonly DocumentedOperation[]): ReadonlySet<string> {
  const segments = operations.flatMap(({ path }) => path.split('/'));
  return NO_WORDS.union(new Set(segments.filter((segment) => !segment.startsWith('{'))));
}

/** Longest reported part of an unknown path, in characters. */
const SEGMENT = 40;

/** The method and, for a known operation, its path; otherwise the path of the request without its query. */
function labelOf({ method, target, verdict }: Exchange, isShown: (segment: string) => boolean): string {
  if (verdict.operation !== undefined) return `${method} ${verdict.operation.path}`;
  const [path = ''] = target.replace(/^\w+:\/\/[^/]*/, '').split(/[?#]/);
  // An undocumented path may contain confidential values, and may have any length.
  const segments = path.split('/').map((segment) => (isShown(segment) ? segment : '***'));
  return `${method} ${segments.slice(0, 12).join('/')}`;
}
