/** Compares what two answers say of the same thing. */
import { excerpt, type JsonObject } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { sameValue } from '../../model/same.ts';

/** The documented members of a reply that stay as they are. */
export const replyMembers = ['id', 'user_id', 'comment_id', 'content', 'created_at', 'creator'] as const;

/** Those of a user that say who it is; the id is a number in one place and text in another. */
export const userMembers = ['id', 'network_user_id', 'network_identity_number', 'full_name', 'created_at'] as const;

/** A member in which two answers differ. */
export interface Difference {
  /** JSON pointer within the object. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

/** The first of some members in which an object differs from what another answer says; null where none does. */
export function difference(object: JsonObject, other: JsonObject, members: readonly string[]): Difference | null {
  const wrong = members.find((name) => !sameValue(object[name], other[name]));
  if (wrong === undefined) return null;
  return { pointer: within('', wrong), expected: excerpt(other[wrong]), actual: excerpt(object[wrong]) };
}
