/**
 * Whether what names a thing below another names it alone. Two telescopes may have the same nights, and two orders a
 * first line: what is the same in both is not one thing.
 */
import { neededBy } from '../../find/paths.ts';
import { type ApiModel, operationOf } from '../../model/api.ts';
import type { Declared } from '../../model/behaviour.ts';
import { resolved } from '../../model/document.ts';
import { declaredAt, listOf } from '../../model/lists.ts';
import { membersAt } from '../../model/members.ts';
import { within } from '../../model/pointer.ts';
import { formOf } from '../../model/same.ts';
import { seededUuid } from '../../model/uuid.ts';

/** No two things have the same. */
export function isUuid(value: unknown): boolean {
  return formOf(String(value)) === 'uuid';
}

/** Whether its key tells it from all others, as far as the document says: a list of all has the same, or it is a UUID. */
export function isKeyOfAll({ operation: id, parameter, of }: Declared<'belongs-to'>, api: ApiModel): boolean {
  const isBelow = (one: string) => neededBy(operationOf(api, one)).includes(parameter);
  if (!isBelow(id) || of !== undefined) return true;
  const [oneOf] = declaredAt(api, id, 'one-of');
  const list = listOf(api, { id: oneOf === undefined ? id : String(oneOf['list']) });
  if (list === null) return false;
  if (!isBelow(list.operation)) return true;
  const key = membersAt(api, list.operation, within(list.items, '*')).find(({ name }) => name === list.key);
  const { format, pattern } = resolved(api.document, key?.schema ?? {});
  return (
    format === 'uuid' ||
    (pattern !== undefined &&
      new RegExp(pattern, 'u').test(seededUuid(0, pattern)) &&
      !new RegExp(pattern, 'u').test('1'))
  );
}
