import type { PagedList } from '../../discovery/pages.ts';
import { neededBy } from '../../discovery/paths.ts';
import { type ApiModel, operationOf } from '../../model/document/api.ts';
import type { Declared } from '../../model/document/behaviour.ts';
import { declaredAt } from '../../model/document/lists.ts';
import type { Input } from '../../model/input.ts';

export type Removes = Declared<'removes'>;

/** The member of a list by which the path names one of it. */
export function namingMember(api: ApiModel, { read }: Removes, { key }: PagedList): string {
  const [oneOf] = declaredAt(api, read, 'one-of');
  return oneOf === undefined ? key : (oneOf.member ?? 'id');
}

/** The path parameters of the reading operation. */
export function nameIn(api: ApiModel, { read }: Removes, path: Input['path']): string {
  return path[neededBy(operationOf(api, read)).at(-1) ?? ''] ?? '';
}
