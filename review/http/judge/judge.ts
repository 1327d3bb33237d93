/** Judges differences. */
import { type JsonObject, numberOf, objectOf, ownEntry, stableText } from '../../json.ts';
import type { Change, Verdict } from '../change.ts';
import type { Difference } from '../difference.ts';
import { joinBounds } from './bounds.ts';
import { judgeKeyword } from './keyword.ts';
import { judgeMembers, requiredChanged, schemaAppeared } from './member.ts';
import { type Documents, judgeAround } from './operation.ts';
import { judgeSecurity } from './security.ts';
import { judgeAlternatives, SEVERAL } from './union.ts';

/** Judges all differences of one pair of documents. */
export function judge(differences: readonly Difference[], documents: Documents): readonly Change[] {
  const members = judgeMembers(differences.filter(({ type }) => type === 'Member'));
  const others = differences.flatMap((difference) =>
    judgeOne(difference, documents).map((verdict) => ({ ...verdict, difference })),
  );
  return [...joinBounds(others), ...members].map(oneOfSeveral);
}

/** Kinds of changes that affect which values match an alternative. */
const OF_VALUES = new Set(
  [
    'limit-changed values-changed format-changed type-changed null-added null-removed alternative-added',
    'alternative-removed became-required became-optional openness-changed exclusiveness-changed',
  ].flatMap((names) => names.split(' ')),
);

/**
 * Adjusts a change of an alternative of which only one may match: when the schema now matches more values, some of them
 * may match two alternatives and become invalid.
 */
function oneOfSeveral(change: Change): Change {
  const { site } = change.difference;
  if (site.isOneOf !== true || !OF_VALUES.has(change.kind) || change.class === 'documentation') return change;
  const isRequest = site.frame.direction === 'request';
  const isSafe = change.class !== 'compatible' && (isRequest || change.servers === 'breaking');
  if (isSafe) return change;
  const grade = change.class === 'compatible' ? 'unclear' : change.class;
  // In a response, what clients gain is lost for servers.
  const servers = isRequest ? change.servers : change.class === 'compatible' ? 'breaking' : 'unclear';
  return { ...change, class: grade, servers, corrected: SEVERAL };
}

function judgeOne(difference: Difference, documents: Documents): readonly Verdict[] {
  const { type, name, owner } = difference;
  switch (type) {
    case 'Alternatives':
      return judgeAlternatives(difference);
    case 'Security':
      return [judgeSecurity(owner.base['security'], owner.head['security'])];
    case 'Keyword': {
      if (name === 'required') return requiredChanged(difference);
      const verdict = judgeKeyword(difference);
      return verdict === null ? [] : [verdict];
    }
    case 'Subschema':
      return isStatedElsewhere(difference) ? [] : [schemaAppeared(difference, whatOf(name))];
    // Members are judged together.
    case 'Member':
      return [];
    default: {
      const verdict = judgeAround(difference, documents);
      return verdict === null ? [] : [verdict];
    }
  }
}

/**
 * Whether another keyword on the other side implies a keyword that was added or removed; the change of that other
 * keyword is judged separately. Examples: an object is closed, no more elements are allowed, or a constraint of single
 * members applies to all of them.
 */
function isStatedElsewhere({ kind, name, owner, base, head }: Difference): boolean {
  const elsewhere: JsonObject = kind === 'added' ? owner.base : owner.head;
  if (name === 'items') {
    return numberOf(elsewhere['maxItems'], Infinity) <= Object.keys(objectOf(elsewhere['properties'])).length;
  }
  const all = elsewhere['additionalProperties'];
  return name.startsWith('patternProperties ') && stableText(head ?? base) === stableText(all);
}

function whatOf(name: string): string {
  const [keyword = '', key] = name.split(' ');
  if (keyword === 'patternProperties') return `each member called ${key}`;
  if (keyword === 'dependentSchemas') return `an object with the member ${key}`;
  return ownEntry(WHAT, keyword) ?? keyword;
}

const WHAT: Readonly<Record<string, string>> = {
  schema: 'the value',
  itemSchema: 'each item of the stream',
  items: 'each element',
  additionalProperties: 'each other member',
  propertyNames: 'each member name',
  not: 'the excluded schema',
};
