/** Turns Redocly's differences into judged changes: the class is Redocly's unless a correction says why it is another. */
import { objectOf, segmentsOf, stableText, valueAt } from '../../json.ts';
import { IDENTITY, INNER } from '../canonical/schema.ts';
import type { Change } from '../change.ts';
import type { Difference, Side } from '../difference.ts';
import { joinBounds } from './bounds.ts';
import { type Context, directionOf, nodesOf, objectAt } from './context.ts';
import { judgeKeyword } from './keyword.ts';
import {
  memberAdded,
  memberRemoved,
  memberRenamed,
  membersChanged,
  requiredChanged,
  schemaAppeared,
} from './member.ts';
import { judgeAround } from './operation.ts';
import { withoutGuesses } from './renames.ts';
import { judgeSecurity, securedOperation } from './security.ts';
import { isAlternative, isNothing, judgeAlternatives, schemaOf } from './union.ts';

/** Judges all differences of one pair of documents. */
export function judge(differences: readonly Difference[], context: Context): readonly Change[] {
  const relevant = withoutGuesses(
    // What is reached by no operation concerns nobody; identities are the canonical form's own.
    differences.filter(({ path, property }) => property !== IDENTITY && !path.startsWith('#/components/schemas')),
    context,
  );
  const alternatives = Map.groupBy(relevant.filter(isAlternative), schemaOf);
  const secured = Map.groupBy(
    relevant.filter((difference) => securedOperation(difference) !== null),
    (difference) => (securedOperation(difference) ?? []).join('\n'),
  );
  const changed = new Set(alternatives.keys());
  return [
    ...[...alternatives.values()].flatMap((group) => within(group[0], context, judgeAlternatives(group, context))),
    ...[...secured].map(([operation, group]) => judgeSecurity(group, operation.split('\n'), context)),
    ...joinBounds(
      relevant
        .filter((difference) => !isAlternative(difference) && securedOperation(difference) === null)
        .flatMap((difference) => within(difference, context, judgeOne(difference, context, changed))),
      ({ head, base }) => directionOf(context, base, head),
    ),
  ];
}

/** Notes in which components the change was met: where they differ, one took the other's place. */
function within(difference: Difference | undefined, context: Context, changes: readonly Change[]): readonly Change[] {
  if (difference === undefined) return changes;
  const way = segmentsOf(difference.path);
  const components = { base: componentOn(context.base, way), head: componentOn(context.head, way) };
  return changes.map((change) => ({ ...change, components }));
}

function componentOn({ document }: Context['base'], way: readonly string[]): string | null {
  let segments: readonly string[] = [];
  let component: string | null = null;
  for (const step of way) {
    segments = [...segments, step];
    const node = valueAt(document, segments);
    if (node === undefined) break;
    const reference = objectOf(node)['$ref'];
    if (typeof reference !== 'string') continue;
    segments = segmentsOf(reference);
    component = segments[2] ?? null;
  }
  return component;
}

function judgeOne(difference: Difference, context: Context, changed: ReadonlySet<string>): readonly Change[] {
  const { kind, typeName, property, path } = difference;
  const { base, head } = nodesOf(difference);
  if (kind === 'modified') {
    if (typeName !== 'Schema') return [judgeAround(difference, context)].filter((change) => change !== null);
    if (property === 'key') return [memberRenamed(difference, context)];
    if (property === 'required') return requiredChanged(difference, context);
    // The texts of alternatives differ wherever the alternatives do.
    if (property === INNER && changed.has(path)) return [];
    return [judgeKeyword(difference, context)].filter((change) => change !== null);
  }
  if (LISTS.has(typeName)) return itemsOf(difference).flatMap((item) => judgeAround(item, context) ?? []);
  const segments = segmentsOf((difference.revision ?? difference.base)?.pointer ?? '');
  const [keyword = '', name = ''] = [segments.at(-2), segments.at(-1)];
  if (typeName === 'SchemaProperties') return membersChanged(difference, context);
  if (keyword === 'properties' && segments.length > 2) {
    if (head !== null) return [memberAdded(difference, context, name, head)];
    return base === null ? [] : [memberRemoved(difference, context, name, base)];
  }
  if (isSaidOtherwise(difference, context, segments)) return [];
  // What comes or goes with it tells of a schema that allows nothing.
  if (name === 'not' && isNothing({ not: (difference.revision ?? difference.base)?.value })) return [];
  if (segments.includes('schema') || segments[1] === 'schemas') return [appeared(difference, context, keyword, name)];
  return [judgeAround(difference, context)].filter((change) => change !== null);
}

/** Where something had none of them before, or has none now, Redocly reports the list. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['ParameterList', 'Parameter'],
  ['HeadersMap', 'Header'],
]);

function itemsOf(difference: Difference): readonly Difference[] {
  const { base, revision, typeName, kind, impact } = difference;
  const names = Object.keys(Object(revision?.value ?? base?.value));
  const inner = (side: Side | undefined, name: string): Side | undefined =>
    side === undefined ? undefined : { pointer: `${side.pointer}/${name}`, value: Object(side.value)[name] };
  return names.map((name) => ({
    ...difference,
    typeName: LISTS.get(typeName) ?? typeName,
    impact: kind === 'added' ? 'minor' : impact,
    base: inner(base, name),
    revision: inner(revision, name),
  }));
}

/**
 * Whether the other side says with another keyword at least what a keyword says that came or went: a change of the other
 * one, which is judged by itself. An object is closed, no more elements are allowed, or what is said of members by their
 * names is said of all of them.
 */
function isSaidOtherwise(difference: Difference, { base, head }: Context, segments: readonly string[]): boolean {
  const isNew = difference.kind === 'added';
  const [own, other] = isNew ? [head, base] : [base, head];
  const name = segments.at(-1);
  const elsewhere = objectAt(other, segments.slice(0, -1));
  if (name === 'additionalProperties') return elsewhere[name] === false;
  if (name === 'items')
    return Number(elsewhere['maxItems'] ?? Infinity) <= Object.keys(objectOf(elsewhere['properties'])).length;
  const all = elsewhere['additionalProperties'];
  const named = Object.values(objectAt(own, segments));
  return name === 'patternProperties' && named.every((one) => stableText(one) === stableText(all));
}

function appeared(difference: Difference, context: Context, keyword: string, name: string): Change {
  const what = keyword === 'patternProperties' ? `each member called ${name}` : (WHAT[name] ?? name);
  return schemaAppeared(difference, context, what);
}

const WHAT: Readonly<Record<string, string>> = {
  schema: 'the value',
  items: 'each element',
  patternProperties: 'each member with a matching name',
  additionalProperties: 'each other member',
  propertyNames: 'each member name',
  not: 'the excluded schema',
};
