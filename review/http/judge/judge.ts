/** Turns differences into judged changes. */
import { isObject, type JsonObject, objectOf, stableText } from '../../json.ts';
import type { Change, Verdict } from '../change.ts';
import type { Difference } from '../difference.ts';
import { joinBounds } from './bounds.ts';
import { judgeKeyword } from './keyword.ts';
import { judgeMembers, requiredChanged, schemaAppeared } from './member.ts';
import { judgeAround } from './operation.ts';
import { judgeSecurity } from './security.ts';
import { judgeAlternatives } from './union.ts';

/** Judges all differences of one pair of documents. */
export function judge(differences: readonly Difference[], documents: Documents): readonly Change[] {
  const members = judgeMembers(differences.filter(({ type }) => type === 'Member'));
  const others = differences
    .filter(({ type }) => type !== 'Member')
    .flatMap((difference) => judgeOne(difference, documents).map((verdict) => ({ ...verdict, difference })));
  return [...joinBounds(others), ...members];
}

/** What a judge knows beside the difference: the schemes that operations use on each side. */
export interface Documents {
  readonly used: { readonly base: ReadonlySet<string>; readonly head: ReadonlySet<string> };
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
      return isSaidOtherwise(difference) ? [] : [schemaAppeared(difference, whatOf(name))];
    default: {
      const verdict = judgeAround(difference, documents);
      return verdict === null ? [] : [verdict];
    }
  }
}

/**
 * Whether the other side says with another keyword at least what a keyword says that came or went: a change of the other
 * one, which is judged by itself. An object is closed, no more elements are allowed, or what is said of members by their
 * names is said of all of them.
 */
function isSaidOtherwise({ kind, name, owner, base, head }: Difference): boolean {
  const elsewhere: JsonObject = kind === 'added' ? owner.base : owner.head;
  if (name === 'items') {
    return Number(elsewhere['maxItems'] ?? Infinity) <= Object.keys(objectOf(elsewhere['properties'])).length;
  }
  const all = elsewhere['additionalProperties'];
  return name.startsWith('patternProperties ') && isObject(all) && stableText(head ?? base) === stableText(all);
}

function whatOf(name: string): string {
  const [keyword = '', key] = name.split(' ');
  if (keyword === 'patternProperties') return `each member called ${key}`;
  if (keyword === 'dependentSchemas') return `an object with the member ${key}`;
  return WHAT[keyword] ?? keyword;
}

const WHAT: Readonly<Record<string, string>> = {
  schema: 'the value',
  itemSchema: 'each item of the stream',
  items: 'each element',
  additionalProperties: 'each other member',
  propertyNames: 'each member name',
  not: 'the excluded schema',
};
