/** What `sorted` declares. */
import type { Declared } from '../../model/document/behaviour.ts';

export type Sorted = Declared<'sorted'>;

/** Whether a request selects this order. */
export function isRequested({ when, unless = [] }: Sorted, query: URLSearchParams): boolean {
  if (when === undefined) return !unless.some((name) => query.has(name));
  return Object.entries(queryFor(when)).every(([name, value]) => query.get(name) === value);
}

/** The query parameters that ask for an order. */
export function queryFor(when: Sorted['when']): Readonly<Record<string, string>> {
  return when === undefined ? {} : { ...when.beside, [when.parameter]: when.value };
}

/** A member that orders items. */
export interface Key {
  readonly member: string;
  readonly direction: Sorted['direction'];
}

/**
 * The members that order the items, each those that are equal by all before it. The value of the parameter names the
 * further ones: `name,-price`.
 */
export function keysOf({ member, direction, when }: Sorted): readonly [Key, ...Key[]] {
  const own: Key = { member, direction };
  const named = (when?.value ?? '').split(',').map((word): Key => {
    const [, sign, name = ''] = /^\s*([-+]?)(.*?)\s*$/.exec(word) ?? [];
    return { member: name, direction: sign === '-' ? 'descending' : 'ascending' };
  });
  const [first, ...rest] = named;
  return first?.member === member && first.direction === direction ? [own, ...rest] : [own];
}
