/** What `sorted` declares. */
import type { Declared } from '../../model/document/behaviour.ts';

export type Sorted = Declared<'sorted'>;

/** Whether a request selects this order. */
export function isRequested({ when, unless = [] }: Sorted, query: URLSearchParams): boolean {
  return when === undefined ? !unless.some((name) => query.has(name)) : query.get(when.parameter) === when.value;
}
