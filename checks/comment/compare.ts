/** Compares two answers about the same item. */

import { excerpt, type JsonObject, sameValue, valueAt } from '@wallet-services/conformance/model';

/** The documented members of a reply that never change: its creator may have another name or picture. */
export const replyMembers = [
  'id',
  'user_id',
  'comment_id',
  'content',
  'created_at',
  'creator/id',
  'creator/network_user_id',
  'creator/network_identity_number',
  'creator/created_at',
];

/** The members that identify a user; the id is a number in one place and text in another. */
export const userMembers = ['id', 'network_user_id', 'network_identity_number', 'full_name', 'created_at'];

/** A member in which two answers differ. */
export interface Difference {
  /** JSON pointer within the object. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

/** The first of some members, by their places, in which an object differs from another answer; null where none does. */
export function difference(object: JsonObject, other: JsonObject, members: readonly string[]): Difference | null {
  for (const pointer of members.map((name) => `/${name}`)) {
    const [one, two] = [valueAt(object, pointer), valueAt(other, pointer)];
    if (!sameValue(one, two)) return { pointer, expected: excerpt(two), actual: excerpt(one) };
  }
  return null;
}
