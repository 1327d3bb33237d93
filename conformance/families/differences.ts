/** What two views of the same thing say differently. */
import { isObject, type JsonObject } from '../model/values/json.ts';
import { within } from '../model/values/pointer.ts';
import { isUnset, sameReported } from '../model/values/same.ts';

export interface Difference {
  /** Within the thing. */
  readonly pointer: string;
  /** In the shorter view: a list, or where the thing is named. */
  readonly listed: unknown;
  /** Where the thing is read alone. */
  readonly alone: unknown;
}

/** Members that name a thing, or tell when it was made: whatever becomes of it, they stay. */
const FIXED = /(^|[_/])(id|name|symbol|created_at)$|[a-z](Id|Name|Symbol)$|createdAt$/;

/** Whether what stands at a pointer, or under a name, stays as long as the thing does. */
export function isFixed(pointer: string): boolean {
  return FIXED.test(pointer);
}

/** No members of which a list tells. */
const NONE: ReadonlySet<string> = new Set();

/**
 * The members that both have, in the same form, and that differ.
 *
 * @param told members of which the list tells of some things: null says that there is nothing. Of others it may leave out
 *   what is long, in whatever way.
 */
export function differences(
  listed: JsonObject,
  alone: JsonObject,
  pointer = '',
  reported = NONE,
): readonly Difference[] {
  return Object.entries(listed).flatMap(([name, one]): readonly Difference[] => {
    const other = alone[name];
    const isLeftOut = one === undefined || (one === null && (!reported.has(name) || isUnset(other)));
    if (isLeftOut || other === undefined || sameReported(one, other)) return [];
    const place = within(pointer, name);
    if (isObject(one) && isObject(other)) return differences(one, other, place);
    // A number here and a name there may both be documented.
    if (other !== null && one !== null && (typeof one !== typeof other || Array.isArray(one) !== Array.isArray(other)))
      return [];
    // A list inside may be shown in part.
    if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return [];
    return [{ pointer: place, listed: one, alone: other }];
  });
}
