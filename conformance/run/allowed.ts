/** Checks the rules that a target allows to stay undecided. Pure. */
import { UsageError } from '@wallet-services/kit/errors';
import { renamedRule } from '../model/renamed.ts';
import { matches } from './selection.ts';

/**
 * @param patterns the entries of `allow_inconclusive`.
 * @param ids the ids of all rules of the services that the target names.
 * @throws UsageError when an entry matches no rule: it would allow nothing.
 */
export function checkAllowed(patterns: readonly string[], ids: readonly string[]): void {
  const wrong = patterns.find((pattern) => !ids.some((id) => matches(id, pattern)));
  if (wrong === undefined) return;
  const why = renamedRule(wrong) ?? `there is no rule ${wrong}; --list prints them all`;
  throw new UsageError(`allow_inconclusive: ${why}`);
}
