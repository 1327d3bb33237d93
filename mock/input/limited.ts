/** Limits the time of work with patterns of a user's document, some of which take forever. */
import type { IPrismDiagnostic, ValidatorFn } from '@stoplight/prism-core';
import { DiagnosticSeverity, type IHttpOperation } from '@stoplight/types';
import { isObject } from '@wallet-services/kit/json';
import { type Judgement, within } from '@wallet-services/kit/judge';

/** Time limit of one validation or answer, in milliseconds. */
const LONGEST = 1_000;

/** For each operation, a pattern that may take more than linear time, if there is one. */
const costly = new WeakMap<IHttpOperation, { readonly pattern: string | undefined }>();

function costlyPatternOf(operation: IHttpOperation): string | undefined {
  const { pattern } = costly.get(operation) ?? { pattern: costlyPatternIn(operation) };
  costly.set(operation, { pattern });
  return pattern;
}

/**
 * Runs work that uses the patterns of an operation, with a time limit. Without costly patterns there is no limit,
 * because the limit itself costs time.
 */
export function inTime<Result>(operation: IHttpOperation, work: () => Result): Judgement<Result> {
  if (costlyPatternOf(operation) === undefined) return { kind: 'judged', result: work() };
  return within(LONGEST, work);
}

/** Adds a time limit to a validation. When it is exceeded, the result is a warning with the code `not-judged`. */
export function limited<Element>(validate: ValidatorFn<IHttpOperation, Element>): ValidatorFn<IHttpOperation, Element> {
  return (given) => {
    const judgement = inTime(given.resource, () => validate(given));
    if (judgement.kind === 'judged') return judgement.result;
    return { _tag: 'Left', left: [unjudged(costlyPatternOf(given.resource))] };
  };
}

function unjudged(pattern = ''): IPrismDiagnostic {
  const message = `Not judged: patterns such as ${JSON.stringify(pattern)} take more than ${LONGEST / 1000} s`;
  return { path: [], code: 'not-judged', message, severity: DiagnosticSeverity.Warning };
}

/** A pattern in the schemas of an operation that may take more than linear time. */
function costlyPatternIn(operation: IHttpOperation): string | undefined {
  const seen = new WeakSet<object>();
  const waiting: unknown[] = [operation];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const { pattern, patternProperties } = next as Readonly<Record<string, unknown>>;
    const found = [pattern, ...(isObject(patternProperties) ? Object.keys(patternProperties) : [])].find(
      (each) => typeof each === 'string' && mayBacktrack(each),
    );
    if (typeof found === 'string') return found;
    for (const value of Object.values(next)) if (typeof value === 'object' && value !== null) waiting.push(value);
  }
  return undefined;
}

/**
 * Whether matching may take more than linear time: the pattern has several choices, or one that can start anywhere.
 *
 * @example
 * mayBacktrack('^[0-9a-f]{8}-[0-9a-z]*$') // false
 * mayBacktrack('^(a+)+$') // true
 */
export function mayBacktrack(pattern: string): boolean {
  const plain = pattern
    .replaceAll(/\\./gs, 'x')
    .replaceAll(/\[[^\]]*\]/g, 'x')
    .replaceAll(/\(\?(?:[:=!]|<[^>]*>|<[=!])?/g, '(')
    .replaceAll(/(?<=[^)])\{\d{1,3}\}/g, '');
  const choices = plain.match(/[*+?{|]/g)?.length ?? 0;
  return choices > (plain.startsWith('^') ? 1 : 0);
}
