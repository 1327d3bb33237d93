/** Judges changes of an operation's security. */
import { arrayOf, objectOf, stringsOf } from '../../json.ts';
import { nothingElse, type Verdict } from '../change.ts';

/** Judges the requirements before and after. */
export function judgeSecurity(old: unknown, now: unknown): Verdict {
  const isLoss = !areEnough(old, now);
  return {
    ...nothingElse,
    area: 'security',
    class: isLoss ? 'breaking' : 'compatible',
    servers: isLoss && !areEnough(now, old) ? 'breaking' : null,
    kind: 'security-changed',
    change: 'the required credentials changed',
    before: requirementsText(old),
    after: requirementsText(now),
  };
}

/** Whether one of the alternatives includes all schemes of one of the others. */
function areEnough(ways: unknown, requested: unknown): boolean {
  const parts = (way: unknown) =>
    new Set(
      Object.entries(objectOf(way)).flatMap(([name, scopes]) => [
        name,
        ...stringsOf(scopes).map((scope) => `${name} ${scope}`),
      ]),
    );
  const needs = arrayOf(requested).map(parts);
  const offered = arrayOf(ways).length === 0 ? [{}] : arrayOf(ways);
  return needs.length === 0 || offered.every((way) => needs.some((need) => need.isSubsetOf(parts(way))));
}

/** The alternatives for authentication as text. */
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
