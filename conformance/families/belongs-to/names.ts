/** The names of items in a list, and how the list is requested by a name. */
import { neededBy } from '../../discovery/paths.ts';
import { type ApiModel, type Operation, operationOf } from '../../model/document/api.ts';
import type { Declared } from '../../model/document/behaviour.ts';
import { resolved } from '../../model/document/document.ts';
import { declaredAt, listOf } from '../../model/document/lists.ts';
import { formOf } from '../../model/values/same.ts';

/** No two things have the same. */
export function isUuid(value: unknown): boolean {
  return formOf(String(value)) === 'uuid';
}

/** An id is unique; a night, a number or a name may be shared. */
const ID = /(^|[-_])id$|[a-z]Id$/;

/**
 * Whether the key is unique across lists. Two telescopes may have the same nights, and two orders a first line: a key
 * that exists, is no id, and belongs to a list below a parent is not unique.
 */
export function isKeyOfAll({ operation: id, parameter, of }: Declared<'belongs-to'>, api: ApiModel): boolean {
  const isBelow = (one: string) => neededBy(operationOf(api, one)).includes(parameter);
  if (!isBelow(id) || of !== undefined) return true;
  const [oneOf] = declaredAt(api, id, 'one-of');
  const list = listOf(api, { id: oneOf?.list ?? id });
  return list === null || !isBelow(list.operation) || list.key === '' || ID.test(list.key);
}

/** The ways to request a list: each word of an optional query parameter that takes one of a few. */
export function waysToSend(
  { document }: ApiModel,
  { parameters }: Operation,
  parameter: string,
): readonly (readonly [name: string, word: string])[] {
  const free = parameters.filter(
    ({ in: place, required, name }) => place === 'query' && !required && name !== parameter,
  );
  return free.flatMap(({ name, schema }) =>
    (resolved(document, schema).enum ?? []).map((word) => [name, String(word)] as const),
  );
}

/** The words that a query parameter takes, where it takes one of a few: a filter may be right for some of them only. */
export function wordsOf({ document }: ApiModel, { parameters }: Operation, parameter: string): readonly string[] {
  const own = parameters.filter(({ in: place, name }) => place === 'query' && name === parameter);
  return own.flatMap(({ schema }) => (resolved(document, schema).enum ?? []).map(String));
}
