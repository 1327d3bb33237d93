/** The part of a target file that lists known failures: `known_failures`. */

import { UsageError } from '@wallet-services/kit/errors';
import type { KnownFailure } from '../model/target.ts';
import { objectWith, text } from './forms.ts';

/** The JSON Schema of the member. */
export const knownFailuresSchema = {
  type: 'array',
  items: objectWith({ rule: text, operation: text, reason: text, expires: text }, 'rule', 'reason', 'expires'),
};

function isDay(given: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(given) ? new Date(`${given}T00:00:00Z`) : null;
  return time !== null && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(given);
}

/**
 * The known failures of a target file.
 *
 * @throws UsageError when an entry has an invalid day.
 */
export function knownFailuresOf(entries: readonly KnownFailure[], where: string): readonly KnownFailure[] {
  const wrong = entries.findIndex(({ expires }) => !isDay(expires));
  const entry = entries[wrong];
  if (entry === undefined) return entries;
  throw new UsageError(`${where}.${wrong}.expires: ${entry.expires} is not a date; write one like 2026-12-31`);
}
