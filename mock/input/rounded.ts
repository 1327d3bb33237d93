/** Validates values with numbers that JavaScript rounds. */
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import { BY_MULTIPLES } from '@wallet-services/kit/multiple';
import { otherNumber } from '@wallet-services/kit/rounded';
import { unjudged } from './against.ts';
import { anyIn } from './schema.ts';

/** Converts the text of a number. */
export type ToNumber = (text: string) => number;

/** For each operation, whether a schema of it has `multipleOf`. */
const multiples = new WeakMap<object, boolean>();

/** Whether a multiple of a rounded number, which may lie between the two readings, matters to an operation. */
export function hasMultiples(operation: object): boolean {
  const known = multiples.get(operation) ?? anyIn(operation, (node) => 'multipleOf' in node);
  multiples.set(operation, known);
  return known;
}

/** Whether a code is that of a keyword by which multiples decide. */
export function isByMultiples({ code }: { readonly code?: unknown }): boolean {
  return BY_MULTIPLES.has(String(code));
}

/** The diagnostics that two readings of a value share, with a warning if they differ in others. */
export function certain(
  operation: object,
  prefix: string,
  own: readonly IPrismDiagnostic[],
  other: readonly IPrismDiagnostic[],
): IPrismDiagnostic[] {
  const keyOf = ({ path = [], code }: IPrismDiagnostic) => `${path.join('/')} ${code}`;
  const [keys, others] = [new Set(own.map(keyOf)), new Set(other.map(keyOf))];
  const isUnknown = hasMultiples(operation);
  if (keys.symmetricDifference(others).size === 0 && !isUnknown) return [...own];
  const why = 'a number has more digits than JavaScript keeps, and its schema decides by them';
  const shared = own.filter((diagnostic) => others.has(keyOf(diagnostic)) && !(isUnknown && isByMultiples(diagnostic)));
  return [...shared, unjudged(prefix, why)];
}

/**
 * Reads texts as values and validates them, and where JavaScript rounds numbers, the other reading too.
 *
 * @param read converts all numbers with the function that it is given
 */
export function judgeReadings<Value>(
  operation: object,
  prefix: string,
  read: (toNumber: ToNumber) => Value,
  validate: (value: Value) => readonly IPrismDiagnostic[],
): IPrismDiagnostic[] {
  let isRounded = false;
  const value = read((text) => {
    isRounded ||= otherNumber(text) !== Number(text);
    return Number(text);
  });
  const found = validate(value);
  return isRounded ? certain(operation, prefix, found, validate(read(otherNumber))) : [...found];
}
