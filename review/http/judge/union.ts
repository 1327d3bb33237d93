/** Judges alternatives that were added to a schema or removed from it: types, null, other forms. */
import { isSame, type JsonObject, stableText } from '../../json.ts';
import { type Direction, EXCLUSIVE } from '../canonical/schema.ts';
import { narrowing, nothingElse, type Verdict, widening } from '../change.ts';
import { describeForms, describeSchema } from '../describe.ts';
import type { Alternatives, Difference } from '../difference.ts';
import { covers } from './covers.ts';
import { onlyKeyword } from './keyword.ts';
import { asTexts, coversText } from './text.ts';

/** Judges the added and removed alternatives of a schema together. */
export function judgeAlternatives({ base, head, owner, site, alternatives }: Difference): readonly Verdict[] {
  if (alternatives === undefined) return [];
  const { direction, isText } = site.frame;
  const { before, after, added, removed } = alternatives;
  const shared = { ...nothingElse, before: describeSchema(base), after: describeSchema(head) };
  // Without alternatives a schema allows anything or nothing.
  const never = [owner.base, owner.head].map(isNothing);
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
  if (isText && stableText(asTexts(before)) === stableText(asTexts(after))) return [];
  const [less, more] = isText
    ? [!withinTexts(before, after), !withinTexts(after, before)]
    : [!within(removed, after), !within(added, before)];
  const grades = [...(less ? [narrowing(direction)] : []), ...(more ? [widening(direction)] : [])];
  const grade = grades.includes('breaking') ? ('breaking' as const) : ('compatible' as const);
  const covered = grade === 'compatible' && ((removed.length > 0 && !less) || (added.length > 0 && !more));
  // Values were both added and removed, so neither side can continue as before.
  const servers = less && more ? ('breaking' as const) : null;
  const judged = { class: grade, servers, corrected: covered ? reason(direction) : null };
  const keyword = onlyKeyword(added, removed);
  const several = isText ? null : severalFit(owner, alternatives, direction, judged.class);
  if (several !== null) return [{ ...shared, ...shownForms(alternatives), ...sentence(added, removed), ...several }];
  if (keyword === undefined)
    return [{ ...shared, ...shownForms(alternatives), ...sentence(added, removed), ...judged }];
  return [{ ...shared, ...keyword, ...judged }];
}

/**
 * Judges alternatives of which only one may match: an added one may make values of the others invalid, a removed one
 * may make them valid again. Null when this changes nothing.
 */
function severalFit(
  owner: Difference['owner'],
  { before, after, added, removed }: Alternatives,
  direction: Direction | null,
  grade: Verdict['class'],
): Pick<Verdict, 'class' | 'servers' | 'corrected'> | null {
  const isLike = (ones: readonly JsonObject[], others: readonly JsonObject[]) =>
    ones.some((one) => others.some((other) => other !== one && areOfOneType(one, other)));
  const takes = owner.head[EXCLUSIVE] !== undefined && isLike(added, after);
  const gives = owner.base[EXCLUSIVE] !== undefined && isLike(removed, before);
  if (!(direction === 'response' ? takes || gives : takes) || grade === 'breaking') return null;
  return { class: 'unclear', servers: direction === 'response' ? 'unclear' : null, corrected: SEVERAL };
}

export const SEVERAL = 'another form may fit the same value, and only one of them may';

function areOfOneType({ type: one }: JsonObject, { type: other }: JsonObject): boolean {
  const kind = (type: unknown) => (type === 'integer' ? 'number' : type);
  return kind(one) === kind(other) || one === undefined || other === undefined;
}

/** Of many alternatives, only the added and removed ones; with all of them both sides would look alike. */
function shownForms({ before, after, added, removed }: Alternatives): Partial<Verdict> {
  if (Math.max(before.length, after.length) <= FEW) return {};
  return {
    before: removed.length === 0 ? null : describeForms(removed),
    after: added.length === 0 ? null : describeForms(added),
  };
}

const FEW = 4;

/** Whether a canonical schema allows no value. */
function isNothing({ not }: JsonObject): boolean {
  return isSame(not, {});
}

function sentence(added: readonly JsonObject[], removed: readonly JsonObject[]): Pick<Verdict, 'kind' | 'change'> {
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

/** Whether all texts of some alternatives are allowed by others. */
function withinTexts(ones: readonly JsonObject[], others: readonly JsonObject[]): boolean {
  const outer = asTexts(others);
  return asTexts(ones).every((one) => outer.some((other) => coversText(other, one)));
}

/** Whether each alternative is covered by another one. */
function within(ones: readonly JsonObject[], others: readonly JsonObject[]): boolean {
  return ones.every((one) => others.some((other) => covers(other, one)));
}
