/**
 * Whether what names a thing below another names it alone. Two telescopes may have the same nights, and two orders a
 * first line: what is the same in both is not one thing.
 */
import { neededBy } from '../../find/paths.ts';
import { type ApiModel, operationOf } from '../../model/document/api.ts';
import type { Declared } from '../../model/document/behaviour.ts';
import { declaredAt, listOf } from '../../model/document/lists.ts';
import { formOf } from '../../model/values/same.ts';

/** No two things have the same. */
export function isUuid(value: unknown): boolean {
  return formOf(String(value)) === 'uuid';
}

/** An id is nobody else's; a night, a number or a name may be. */
const ID = /(^|[-_])id$|[a-z]Id$/;

/** Whether its key tells it from all others: not where it is there and no id, and the list that has it stands below something. */
export function isKeyOfAll({ operation: id, parameter, of }: Declared<'belongs-to'>, api: ApiModel): boolean {
  const isBelow = (one: string) => neededBy(operationOf(api, one)).includes(parameter);
  if (!isBelow(id) || of !== undefined) return true;
  const [oneOf] = declaredAt(api, id, 'one-of');
  const list = listOf(api, { id: oneOf?.list ?? id });
  return list === null || !isBelow(list.operation) || list.key === '' || ID.test(list.key);
}
