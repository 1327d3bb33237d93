/** Validates values with numbers that JavaScript rounds. */
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import { otherNumber } from '@wallet-services/kit/rounded';
import { unjudged } from './against.ts';

/** Converts the text of a number. */
export type ToNumber = (text: string) => number;

/** The diagnostics that two readings of a value share, with a warning if they differ in others. */
export function certain(
  prefix: string,
  own: readonly IPrismDiagnostic[],
  other: readonly IPrismDiagnostic[],
): IPrismDiagnostic[] {
  const keyOf = ({ path = [], code }: IPrismDiagnostic) => `${path.join('/')} ${code}`;
  const [keys, others] = [new Set(own.map(keyOf)), new Set(other.map(keyOf))];
  if (keys.symmetricDifference(others).size === 0) return [...own];
  const why = 'a number has more digits than JavaScript keeps, and its schema decides by them';
  return [...own.filter((diagnostic) => others.has(keyOf(diagnostic))), unjudged(prefix, why)];
}

/**
 * Reads texts as values and validates them, and where JavaScript rounds numbers, the other reading too.
 *
 * @param read converts all numbers with the function that it is given
 */
export function judgeReadings<Value>(
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
  return isRounded ? certain(prefix, found, validate(read(otherNumber))) : [...found];
}
