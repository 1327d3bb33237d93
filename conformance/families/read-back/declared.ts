import { thingOf } from '../../discovery/made.ts';
import type { ApiModel } from '../../model/document/api.ts';
import type { Declared } from '../../model/document/behaviour.ts';
import { declaredAt, listOf } from '../../model/document/lists.ts';
import { membersAt } from '../../model/document/members.ts';
import type { Input } from '../../model/input.ts';

export type ReadBack = Declared<'read-back'>;

/** The same in the answer that reads it. */
export function readAt(api: ApiModel, declared: ReadBack): string {
  const [oneOf] = declaredAt(api, declared.read ?? '', 'one-of');
  return oneOf?.at ?? thingOf(declared);
}

/** The pointer to the id below the new item. */
export function idOf(declared: ReadBack): string {
  return declared.id.slice(thingOf(declared).length);
}

/** Pointers below the new item, of the members that must be equal. */
export function membersOf(api: ApiModel, declared: ReadBack): readonly string[] {
  const thing = thingOf(declared);
  if (declared.members !== undefined) return declared.members.map((name) => `/${name}`);
  const echoed = declaredAt(api, declared.operation, 'echoes').flatMap(({ members }) => Object.values(members));
  const within = echoed.filter((pointer) => pointer.startsWith(`${thing}/`));
  return [declared.id, ...within].map((pointer) => pointer.slice(thing.length));
}

/**
 * The member's place in the item as the other operation shows it: a `book_id` in the creation is not the book, which
 * has its own name for its id.
 * @returns null if the operation is not known to show it.
 */
export function reportedAs(api: ApiModel, declared: ReadBack, member: string, by: string): string | null {
  const list = listOf(api, { id: by });
  const place = list === null ? readAt(api, declared) : `${list.items}/*`;
  const reported = membersAt(api, by, place).map(({ name }) => `/${name}`);
  if (reported.length === 0 || reported.includes(member.split('/', 2).join('/'))) return member;
  if (member !== idOf(declared)) return member;
  const [oneOf] = declaredAt(api, by, 'one-of');
  const key = `/${list?.key ?? oneOf?.member ?? 'id'}`;
  return reported.includes(key) ? key : null;
}

/** The orders in which a list can be asked for: as it comes, and those that are declared. */
export function ordersOf(api: ApiModel, list: string): readonly Input['query'][] {
  const sorted = declaredAt(api, list, 'sorted');
  return [{}, ...sorted.flatMap(({ when }) => (when === undefined ? [] : [{ [when.parameter]: when.value }]))];
}
