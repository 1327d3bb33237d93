/** Whether two JSON values are equivalent, regardless of how a client writes its decimals, times and durations. */
import {
  canonicalDecimal,
  excerpt,
  isDecimal,
  isObject,
  parseInstant,
  typeName,
  within,
} from '@wallet-services/conformance/testing/clients';
import type { Problem } from './problem.ts';

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** Milliseconds of a duration like `1h30m`; null when the text is not a duration. */
function durationOf(text: string): number | null {
  if (!/^(\d+(\.\d+)?(ms|[hms]))+$/.test(text)) return null;
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[hms])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0),
    0,
  );
}

/** Whether two texts are equivalent: literally, or as decimals, moments to the nanosecond, or durations. */
export function sameText(left: string, right: string): boolean {
  if (left === right) return true;
  if (isDecimal(left) && isDecimal(right)) return canonicalDecimal(left) === canonicalDecimal(right);
  const moment = parseInstant(left);
  if (moment !== null) return moment === parseInstant(right);
  const length = durationOf(left);
  return length !== null && length === durationOf(right);
}

/** The kind of comparison: a body must contain nothing else; in an answer, empty members may be omitted or added. */
export type Strictness = 'body' | 'answer';

/** Members that a step added to an answer although no document names them: a client may drop them. */
export const UNKNOWN_MEMBER = 'x_unheard_of';

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

function differs(pointer: string, expected: unknown, actual: unknown): Problem {
  const place = pointer === '' ? '' : ` at ${pointer}`;
  const shown = actual === undefined ? 'nothing' : `${excerpt(actual)} (${typeName(actual)})`;
  return { expected: `${excerpt(expected)} (${typeName(expected)})${place}`, actual: shown };
}

function first<Item>(items: IteratorObject<Item>, problem: (item: Item) => Problem | null): Problem | null {
  return items.map(problem).find((found) => found !== null) ?? null;
}

/** The first place where two values differ in meaning; null when they are equivalent. */
export function difference(expected: unknown, actual: unknown, strictness: Strictness, pointer = ''): Problem | null {
  if (strictness === 'answer' && isNothing(expected) && isNothing(actual)) return null;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      return { expected: `${expected.length} items at ${pointer || '/'}`, actual: `${actual.length} items` };
    }
    return first(expected.entries(), ([index, item]) =>
      difference(item, actual[index], strictness, within(pointer, index)),
    );
  }
  if (isObject(expected) && isObject(actual)) {
    const names = Object.keys(expected).filter((name) => name !== UNKNOWN_MEMBER);
    const more = strictness === 'body' ? Object.keys(actual).filter((name) => !Object.hasOwn(expected, name)) : [];
    return (
      first(names.values(), (name) => difference(expected[name], actual[name], strictness, within(pointer, name))) ??
      first(more.values(), (name) => ({
        expected: `no member ${name}, since the step has none`,
        actual: `${excerpt(actual[name])} at ${within(pointer, name)}`,
      }))
    );
  }
  const same =
    typeof expected === 'string' && typeof actual === 'string' ? sameText(expected, actual) : expected === actual;
  return same ? null : differs(pointer, expected, actual);
}
