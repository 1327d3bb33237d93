/** Judges how an operation is secured. Redocly reports each requirement and scope; people want the whole. */
import { arrayOf, objectOf, segmentsOf, stringsOf } from '../../json.ts';
import { type Change, nothingElse } from '../change.ts';
import type { Difference } from '../difference.ts';
import { type Context, objectAt } from './context.ts';

/** The operation whose security a difference is about, as pointer segments; null when it is about something else. */
export function securedOperation(difference: Difference): readonly string[] | null {
  const segments = segmentsOf((difference.revision ?? difference.base)?.pointer ?? '');
  return segments[0] === 'paths' && segments[3] === 'security' ? segments.slice(0, 3) : null;
}

/** Judges the security of one operation from all the differences about it. */
export function judgeSecurity(
  differences: readonly Difference[],
  operation: readonly string[],
  context: Context,
): Change {
  const [old, now] = [context.base, context.head].map((side) => objectAt(side, operation)['security']);
  const [before, after] = [requirementsText(old), requirementsText(now)];
  const isMajor = differences.some(({ impact }) => impact === 'major');
  return {
    ...nothingElse,
    area: 'security',
    base: operation,
    head: operation,
    class: isMajor ? 'breaking' : 'compatible',
    servers: isMajor && !areEnough(now, old) ? 'breaking' : null,
    kind: 'security-changed',
    change: 'the required credentials changed',
    before,
    after,
  };
}

/** Whether each of some ways to identify oneself carries all that one of others asks for. */
function areEnough(ways: unknown, asked: unknown): boolean {
  const parts = (way: unknown) =>
    new Set(
      Object.entries(objectOf(way)).flatMap(([name, scopes]) => [
        name,
        ...stringsOf(scopes).map((scope) => `${name} ${scope}`),
      ]),
    );
  const needs = arrayOf(asked).map(parts);
  return needs.length === 0 || arrayOf(ways).every((way) => needs.some((need) => need.isSubsetOf(parts(way))));
}

/** The ways to identify oneself, in words. */
function requirementsText(security: unknown): string {
  const alternatives = arrayOf(security).map((alternative) => {
    const schemes = Object.entries(objectOf(alternative)).map(([name, scopes]) => {
      const list = stringsOf(scopes);
      return list.length === 0 ? name : `${name} (${list.join(', ')})`;
    });
    return schemes.length === 0 ? 'nothing' : schemes.join(' and ');
  });
  return alternatives.length === 0 ? 'nothing' : alternatives.join(', or ');
}
