/** Compares what two answers say of the same thing. */
import { excerpt, isObject, type JsonObject, sameJson } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { parseInstant } from '../../model/time.ts';

/** The documented members of a comment, of a reply and of a user. */
export const commentMembers = [
  'id',
  'user_id',
  'site_id',
  'slug',
  'favor_count',
  'reply_count',
  'storage_tx_hash',
  'content',
  'created_at',
  'updated_at',
  'creator',
  'rewards',
] as const;

export const replyMembers = ['id', 'user_id', 'comment_id', 'content', 'created_at', 'updated_at', 'creator'] as const;

/** Those of a user that stay as they are; the id is a number in one place and text in another. */
export const userMembers = [
  'id',
  'network_user_id',
  'network_identity_number',
  'full_name',
  'avatar_url',
  'created_at',
];

/** Members in which two answers differ. */
export interface Difference {
  /** JSON pointer within the object. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

function sameTime(left: unknown, right: unknown): boolean {
  const [one, other] = [left, right].map((time) => (typeof time === 'string' ? parseInstant(time) : null));
  return one !== null && one !== undefined && one === other;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Whether two values say the same: numbers as text, times of another zone and ways to say nothing apart. */
function saysTheSame(name: string, left: unknown, right: unknown): boolean {
  if (isNothing(left) && isNothing(right)) return true;
  if (name.endsWith('_at') && sameTime(left, right)) return true;
  if (name === 'id' || name.endsWith('_id')) return String(left) === String(right);
  return sameJson(left, right);
}

/** The documented members in which an object differs from what another answer says; extra members do not count. */
export function differences(object: JsonObject, other: JsonObject, members: readonly string[]): readonly Difference[] {
  return members.flatMap((name): readonly Difference[] => {
    const [actual, expected] = [object[name], other[name]];
    if (name === 'creator' && isObject(actual) && isObject(expected)) {
      return differences(actual, expected, userMembers).map((one) => ({ ...one, pointer: `/creator${one.pointer}` }));
    }
    if (saysTheSame(name, actual, expected)) return [];
    return [{ pointer: within('', name), expected: excerpt(expected), actual: excerpt(actual) }];
  });
}
