/** What two views of the same thing say differently. */
import { isObject, type JsonObject } from '../model/json.ts';
import { within } from '../model/pointer.ts';
import { sameTold } from '../model/same.ts';

export interface Difference {
  /** Within the thing. */
  readonly pointer: string;
  /** In the shorter view: a list, or where the thing is named. */
  readonly listed: unknown;
  /** Where the thing is read alone. */
  readonly alone: unknown;
}

/** Whether a list leaves a member open: a short view may leave out what is long. */
function isLeftOut(listed: unknown): boolean {
  return listed === undefined || listed === null;
}

/** Members that name a thing, or tell when it was made: whatever becomes of it, they stay. */
const FIXED = /(^|[_/])(id|name|symbol|created_at)$|[a-z](Id|Name|Symbol)$|createdAt$/;

/** Whether what stands at a pointer, or under a name, stays as long as the thing does. */
export function isFixed(pointer: string): boolean {
  return FIXED.test(pointer);
}

/** The members that both have, in the same form, and that differ. */
export function differences(listed: JsonObject, alone: JsonObject, pointer = ''): readonly Difference[] {
  return Object.entries(listed).flatMap(([name, one]): readonly Difference[] => {
    const other = alone[name];
    if (isLeftOut(one) || other === undefined || sameTold(one, other)) return [];
    const place = within(pointer, name);
    if (isObject(one) && isObject(other)) return differences(one, other, place);
    // A number here and a name there may both be documented.
    if (other !== null && (typeof one !== typeof other || Array.isArray(one) !== Array.isArray(other))) return [];
    // A list inside may be shown in part.
    if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return [];
    return [{ pointer: place, listed: one, alone: other }];
  });
}
