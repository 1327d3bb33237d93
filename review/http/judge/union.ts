/** Judges the alternatives of a schema that came and went: other types, null, other forms. */
import { type JsonObject, objectOf, segmentsOf, stableText, valueAt } from '../../json.ts';
import type { Canonical } from '../canonical/document.ts';
import { alternativesOf, BY_TYPE, type Direction, IDENTITY, LISTED } from '../canonical/schema.ts';
import { type Change, narrowing, nothingElse, widening } from '../change.ts';
import { describeSchema } from '../describe.ts';
import type { Difference } from '../difference.ts';
import { type Context, directionAt, objectAt } from './context.ts';
import { covers } from './covers.ts';
import { onlyKeyword } from './keyword.ts';
import { asTexts, coversText, isText } from './text.ts';

/** Whether a difference is about an alternative that came or went, or about all of them. */
export function isAlternative({ base, revision, kind }: Difference): boolean {
  if (kind === 'modified') return false;
  const segments = segmentsOf((revision ?? base)?.pointer ?? '');
  // A member may be called like a keyword.
  const isList = (index: number) =>
    [BY_TYPE, LISTED].includes(segments.at(index) ?? '') && segments.at(index - 1) !== 'properties';
  return isList(-1) || isList(-2);
}

/** The way to the schema that an alternative belongs to: the same for all alternatives of one schema. */
export function schemaOf({ path }: Difference): string {
  const list = Math.max(path.lastIndexOf(`/${BY_TYPE}`), path.lastIndexOf(`/${LISTED}`));
  return path.slice(0, list);
}

/** Judges the alternatives of one schema that came and went, together. */
export function judgeAlternatives(differences: readonly Difference[], context: Context): readonly Change[] {
  const [first] = differences;
  if (first === undefined) return [];
  const way = segmentsOf(schemaOf(first));
  const base = follow(context.base, way);
  const head = follow(context.head, way);
  const before = alternativesAt(context.base, base);
  const after = alternativesAt(context.head, head);
  const text = isText(head ?? base ?? []);
  const added = without(concerned(differences, 'added', context.head), before);
  const removed = without(concerned(differences, 'removed', context.base), after);
  // One of several of a type stands elsewhere than the only one of it.
  if (added.length === 0 && removed.length === 0 && before.length > 0 && after.length > 0) return [];
  const direction = directionAt(context, first);
  const shared = {
    ...nothingElse,
    base,
    head,
    before: describeSchema(objectAt(context.base, base)),
    after: describeSchema(objectAt(context.head, head)),
  };
  // No alternative stands for anything, or for nothing at all.
  const never = [objectAt(context.base, base), objectAt(context.head, head)].map(isNothing);
  if (never.includes(true)) {
    const [closed] = never;
    const change = closed ? 'a value is now allowed' : 'a value is no longer allowed';
    return [{ ...shared, class: closed ? widening(direction) : narrowing(direction), kind: 'limit-changed', change }];
  }
  if (before.length === 0 || after.length === 0) {
    const limited = before.length === 0;
    const change = limited ? 'the value is now limited' : 'the value is no longer limited';
    return [{ ...shared, class: limited ? narrowing(direction) : widening(direction), kind: 'limit-changed', change }];
  }
  if (text && stableText(asTexts(before)) === stableText(asTexts(after))) return [];
  const less = text ? !withinTexts(before, after) : !within(removed, after);
  const more = text ? !withinTexts(after, before) : !within(added, before);
  const grades = [...(less ? [narrowing(direction)] : []), ...(more ? [widening(direction)] : [])];
  const grade = grades.includes('breaking') ? ('breaking' as const) : ('compatible' as const);
  const covered = grade === 'compatible' && ((removed.length > 0 && !less) || (added.length > 0 && !more));
  // Less and more at once: neither side can go on as before.
  const servers = less && more ? ('breaking' as const) : null;
  const judged = { class: grade, servers, corrected: covered ? reason(direction) : null };
  const keyword = onlyKeyword(added, removed);
  if (keyword === undefined) return [{ ...shared, ...sentence(added, removed), ...judged }];
  return [{ ...shared, ...nodesOfOne(differences, { base, head }), ...keyword, ...judged }];
}

/** Whether a canonical schema allows no value. */
export function isNothing({ not }: JsonObject): boolean {
  return not !== undefined && stableText(not) === '{}';
}

/** The nodes of the only alternative that came and the only one that went, where each stands alone in a difference. */
function nodesOfOne(differences: readonly Difference[], whole: Pick<Change, 'base' | 'head'>): typeof whole {
  const node = (kind: Difference['kind'], side: 'base' | 'revision') => {
    const [only, more] = differences.filter((difference) => difference.kind === kind);
    const segments = segmentsOf(only?.[side]?.pointer ?? '');
    return more === undefined && [BY_TYPE, LISTED].includes(segments.at(-2) ?? '') ? segments : null;
  };
  const [base, head] = [node('removed', 'base'), node('added', 'revision')];
  return base === null || head === null ? whole : { base, head };
}

function sentence(added: readonly JsonObject[], removed: readonly JsonObject[]): Pick<Change, 'kind' | 'change'> {
  const onlyNull = (nodes: readonly JsonObject[]) => nodes.every(({ type }) => type === 'null');
  if (added.length > 0 && removed.length > 0) return { kind: 'type-changed', change: 'type changed' };
  if (removed.length === 0) {
    return onlyNull(added)
      ? { kind: 'null-added', change: 'may be null now' }
      : { kind: 'alternative-added', change: 'may now have another form' };
  }
  return onlyNull(removed)
    ? { kind: 'null-removed', change: 'can no longer be null' }
    : { kind: 'alternative-removed', change: 'can no longer have one of its forms' };
}

function reason(direction: Direction | null): string {
  return direction === 'response'
    ? 'the old form allowed what the new one does'
    : 'the new form allows what the old one did';
}

/** Follows the way that Redocly went, on one side. */
function follow({ document }: Canonical, way: readonly string[]): readonly string[] | null {
  let segments: readonly string[] = [];
  for (const step of way) {
    segments = [...segments, step];
    const node = valueAt(document, segments);
    if (node === undefined) return null;
    const reference = objectOf(node)['$ref'];
    if (typeof reference === 'string') segments = segmentsOf(reference);
  }
  return segments;
}

function resolved({ document }: Canonical, node: unknown): JsonObject {
  const reference = objectOf(node)['$ref'];
  return typeof reference === 'string' ? objectOf(valueAt(document, segmentsOf(reference))) : objectOf(node);
}

function alternativesAt(side: Canonical, segments: readonly string[] | null): readonly JsonObject[] {
  return alternativesOf(objectAt(side, segments)).map((node) => resolved(side, node));
}

/** The alternatives that came or went; all of a schema where Redocly reports them together. */
function concerned(
  differences: readonly Difference[],
  kind: 'added' | 'removed',
  side: Canonical,
): readonly JsonObject[] {
  const nodes = differences
    .filter((difference) => difference.kind === kind)
    .flatMap((difference) => {
      const segments = segmentsOf((kind === 'added' ? difference.revision : difference.base)?.pointer ?? '');
      const value = valueAt(side.document, segments);
      const last = segments.at(-1);
      return last === BY_TYPE || last === LISTED ? Object.values(Object(value)) : [value];
    });
  const unique = new Map(nodes.map((node) => [stableText(node), node]));
  return [...unique.values()].map((node) => resolved(side, node));
}

/** The alternatives that are not, word for word, among others. */
function without(ones: readonly JsonObject[], others: readonly JsonObject[]): readonly JsonObject[] {
  const text = ({ [IDENTITY]: _, ...node }: JsonObject) => stableText(node);
  const known = new Set(others.map(text));
  return ones.filter((one) => !known.has(text(one)));
}

/** Whether each text that some alternatives allow is allowed by others. */
function withinTexts(ones: readonly JsonObject[], others: readonly JsonObject[]): boolean {
  const outer = asTexts(others);
  return asTexts(ones).every((one) => outer.some((other) => coversText(other, one)));
}

/** Whether each alternative is covered by another one. */
function within(ones: readonly JsonObject[], others: readonly JsonObject[]): boolean {
  return ones.every((one) => others.some((other) => covers(other, one)));
}
