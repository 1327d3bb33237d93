/** What a list tells of a number that was moved. */
import { inputsOf } from '../../find/find.ts';
import { MOST_PAGES, type PagedList, pagedListOf, walkWhole } from '../../find/pages.ts';
import { sharedInput } from '../../find/paths.ts';
import { type ApiModel, operationOf } from '../../model/api.ts';
import type { Declared } from '../../model/behaviour.ts';
import type { Input } from '../../model/call.ts';
import { declaredAt } from '../../model/lists.ts';
import { within } from '../../model/pointer.ts';
import { isNamed } from '../../model/same.ts';
import type { Breach, Talk } from '../../rules/rule.ts';
import type { Moves } from './declared.ts';

/** The list that has the number, too. */
export interface Lister {
  readonly list: PagedList;
  /** The member of its items that tells the number. */
  readonly number: string;
  /** The member that names an item, and the parameter that names it in a path. */
  readonly member: string;
  readonly parameter: string;
}

/** Null where no list has the number. */
export function listerOf(api: ApiModel, { read, pointer }: Pick<Moves, 'read' | 'pointer'>): Lister | null {
  const [oneOf] = declaredAt(api, read, 'one-of') as readonly Declared<'one-of'>[];
  const list = oneOf === undefined ? null : pagedListOf(api, oneOf.list);
  if (oneOf === undefined || list === null || !pointer.startsWith(`${oneOf.at}/`)) return null;
  const number = pointer.slice(oneOf.at.length + 1);
  return { list, number, member: oneOf.member ?? 'id', parameter: oneOf.parameter };
}

/** What the list tells otherwise than what is read alone; null where it tells the same, or nothing of it. */
export async function listedOtherwise(
  talk: Talk,
  { list, number, member, parameter }: Lister,
  { path, query, headers }: Input,
  told: number,
): Promise<Breach | null> {
  const operation = operationOf(talk.scene.api, list.operation);
  const own = sharedInput(operation, { path: {}, query, headers });
  const isChosen = Object.keys({ ...own.query, ...own.headers }).length > 0;
  const [usual] = isChosen ? [] : await inputsOf(talk, list.operation);
  const { pages } = await walkWhole(talk, list, usual?.input ?? own, { most: MOST_PAGES, intent: 'open' });
  for (const { items, exchange } of pages) {
    const place = items.findIndex((item) => isNamed(item[member], path[parameter] ?? ''));
    const actual = items[place]?.[number];
    if (place < 0 || String(actual) === String(told)) continue;
    const pointer = within(within(list.items, place), number);
    return { expected: `${told}, as it is told alone`, actual: String(actual), pointer, about: 'listed', exchange };
  }
  return null;
}
