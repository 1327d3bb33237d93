import type { ApiModel } from '../../model/api.ts';
import type { Declared } from '../../model/behaviour.ts';
import type { Input } from '../../model/call.ts';
import { isObject } from '../../model/json.ts';
import { declaredAt } from '../../model/lists.ts';

export type ReadBack = Declared<'read-back'>;

/** The pointer of what was made, in the answer that made it. */
export function thingOf({ id }: ReadBack): string {
  return id.replace(/\/[^/]*$/, '');
}

/** The same in the answer that reads it. */
export function readAt(api: ApiModel, declared: ReadBack): string {
  const [oneOf] = declaredAt(api, declared.read, 'one-of');
  return typeof oneOf?.['at'] === 'string' ? oneOf['at'] : thingOf(declared);
}

/** Pointers below both of what must be the same. */
export function membersOf(api: ApiModel, declared: ReadBack): readonly string[] {
  const thing = thingOf(declared);
  if (declared.members !== undefined) return declared.members.map((name) => `/${name}`);
  const echoed = declaredAt(api, declared.operation, 'echoes').flatMap(({ members }) =>
    isObject(members) ? Object.values(members).map(String) : [],
  );
  const within = echoed.filter((pointer) => pointer.startsWith(`${thing}/`));
  return [declared.id, ...within].map((pointer) => pointer.slice(thing.length));
}

/** The orders in which a list can be asked for: as it comes, and those that are declared. */
export function ordersOf(api: ApiModel, list: string): readonly Input['query'][] {
  const sorted = declaredAt(api, list, 'sorted') as readonly Declared<'sorted'>[];
  return [{}, ...sorted.flatMap(({ when }) => (when === undefined ? [] : [{ [when.parameter]: when.value }]))];
}
