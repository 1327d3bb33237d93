/** Differences between two views of the same item. */
import { isObject, type JsonObject } from '../model/values/json.ts';
import { within } from '../model/values/pointer.ts';
import { isUnset, sameReported, sameValue } from '../model/values/same.ts';

export interface Difference {
  /** Within the thing. */
  readonly pointer: string;
  /** In the shorter view: a list, or where the thing is named. */
  readonly listed: unknown;
  /** Where the thing is read alone. */
  readonly alone: unknown;
}

/** Members that identify an item, or that have its creation time: they never change. */
const FIXED = /(^|[_/])(id|name|symbol|created_at)$|[a-z](Id|Name|Symbol)$|createdAt$/;

/** Whether the value at a pointer, or under a name, stays the same for the life of the item. */
export function isFixed(pointer: string): boolean {
  return FIXED.test(pointer);
}

/** No members that a list shows. */
const NONE: ReadonlySet<string> = new Set();

/**
 * The members that both have, in the same form, with different values.
 * @param reported members that the list shows for some items: for these, null means that there is no value. Other members
 * may be left out if they are long.
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

/**
 * The differences of a second comparison that the first one had with the same values. Other differences may be changes
 * by other clients, between the two responses that were compared.
 * @param isConstant whether the member at a pointer never changes: it is also wrong if it differs at each reading.
 * Default: none.
 */
export function repeatedDifferences(
  first: readonly Difference[],
  second: readonly Difference[],
  isConstant: (pointer: string) => boolean = () => false,
): readonly Difference[] {
  return second.filter(({ pointer, listed, alone }) =>
    first.some(
      (one) =>
        one.pointer === pointer &&
        sameValue(one.listed, listed) &&
        (isConstant(pointer) || sameValue(one.alone, alone)),
    ),
  );
}
