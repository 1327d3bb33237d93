/** The list of an item with a changed number. */

import type { CheckContext } from '../../core/context.ts';
import type { Breach } from '../../core/judgement.ts';
import { choiceOf, chooserOf } from '../../discovery/choices.ts';
import {
  largest,
  MOST_PAGES,
  type Page,
  type PagedList,
  pagedListOf,
  pageOf,
  sendPage,
  traverseWhole,
} from '../../discovery/pages.ts';
import { sharedInput } from '../../discovery/paths.ts';
import { inputsOf } from '../../discovery/things.ts';
import { type ApiModel, operationOf } from '../../model/document/api.ts';
import { declaredAt } from '../../model/document/lists.ts';
import type { Input } from '../../model/input.ts';
import { within } from '../../model/values/pointer.ts';
import { isNamed } from '../../model/values/same.ts';
import { firstWrong } from '../sorted/order.ts';
import type { Moves } from './declared.ts';

/** The list that has the number, too. */
export interface Lister {
  readonly list: PagedList;
  /** The member of the list's items that has the number. */
  readonly number: string;
  /** The member that names an item, and the parameter that names it in a path. */
  readonly member: string;
  readonly parameter: string;
  /** Requests the list in the order of the number; null if no order is declared. */
  readonly inOrder: Input['query'] | null;
}

/** Null where no list has the number. */
export function listerOf(api: ApiModel, { read, pointer }: Pick<Moves, 'read' | 'pointer'>): Lister | null {
  const [oneOf] = declaredAt(api, read, 'one-of');
  const list = oneOf === undefined ? null : pagedListOf(api, oneOf.list);
  if (oneOf === undefined || list === null || !pointer.startsWith(`${oneOf.at}/`)) return null;
  const number = pointer.slice(oneOf.at.length + 1);
  const sorted = declaredAt(api, oneOf.list, 'sorted');
  const when = sorted.find((one) => one.member === number)?.when;
  const inOrder = when === undefined ? null : { [when.parameter]: when.value };
  return { list, number, member: oneOf.member ?? 'id', parameter: oneOf.parameter, inOrder };
}

/** The input with which the list has the thing. */
async function listInput(ctx: CheckContext, { list }: Lister, { query, headers }: Input): Promise<Input> {
  const own = sharedInput(operationOf(ctx.suite.api, list.operation), { path: {}, query, headers });
  const isChosen = Object.keys({ ...own.query, ...own.headers }).length > 0;
  const [usual] = isChosen ? [] : await inputsOf(ctx, list.operation);
  return usual?.input ?? own;
}

/** A large page in the order of its number, with others beside the thing; null where none is declared to run so. */
export async function sortedPage(ctx: CheckContext, lister: Lister, input: Input): Promise<Page | null> {
  const { list, inOrder } = lister;
  if (inOrder === null) return null;
  const own = await listInput(ctx, lister, input);
  // Its unique text selects the item alone.
  const texts = chooserOf(ctx.suite.api, list.operation)?.parts.filter(({ isText }) => isText) ?? [];
  const names = texts.flatMap(({ header, query }) => [header, query]);
  const wide = (values: Input['query']) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
  const whole = { ...own, headers: wide(own.headers), query: { ...wide(own.query), ...inOrder } };
  const options = { label: 'while it moves', intent: 'open', isMoving: true } as const;
  return pageOf(list, await sendPage(ctx, list, whole, { limit: largest(list) }, options));
}

/** Where a page is not in the order of its number; null where it is. */
function disordered({ list, number }: Lister, { items, exchange }: Page): Breach | null {
  const values = items.map((item) => item[number]);
  const wrong = firstWrong(values, 'either') ?? -1;
  if (wrong < 0) return null;
  const pointer = within(within(list.items, wrong), number);
  const expected = `the current ${number} in one direction: after ${String(values[wrong - 1])}`;
  return { expected, actual: String(values[wrong]), pointer, about: 'order', exchange };
}

/** Whether a page in the order of the number is not the list of the item: all of its items share one unique text. */
function isOfOthers(ctx: CheckContext, { list }: Lister, { items }: Page): boolean {
  const chooser = chooserOf(ctx.suite.api, list.operation);
  const choices = chooser === null ? [] : items.map((item) => choiceOf(chooser, item));
  return (
    chooser?.parts.some(({ isText }, place) => isText && new Set(choices.map((choice) => choice[place])).size < 2) ??
    false
  );
}

/** Whether the thing is left out of a page that goes on to lesser numbers than its own; null where it is not. */
function leftOut(ctx: CheckContext, lister: Lister, page: Page, id: string, reported: number): Breach | null {
  const { list, member, number } = lister;
  const { items, exchange } = page;
  const [first, last] = [items[0], items.at(-1)].map((item) => Number(item?.[number]));
  const isWithin = first !== undefined && last !== undefined && (first > last ? reported > last : reported < last);
  if (!isWithin || first === last || items.some((item) => isNamed(item[member], id))) return null;
  if (isOfOthers(ctx, lister, page)) return null;
  const expected = `${id}, whose ${number} is ${reported}, in its place`;
  return { expected, actual: `none, from ${first} to ${last}`, pointer: list.items, about: 'left out', exchange };
}

/** A number that most other items have changed as well; null if there is none. */
function movedAll({ list, member, number }: Lister, before: Page, { items, exchange }: Page): Breach | null {
  const was = new Map(before.items.map((item) => [item[member], item[number]]));
  const known = items.filter((item) => was.has(item[member]));
  const moved = known.filter((item) => item[number] !== was.get(item[member]));
  const actual = `${moved.length} of ${known.length} ${list.noun} changed`;
  const isAll = moved.length > 2 && moved.length * 2 > known.length;
  return isAll
    ? { expected: `a change of one ${number}`, actual, pointer: list.items, about: 'others', exchange }
    : null;
}

/**
 * Where the list differs from the item read alone, or from before for other items, or has another order; null if
 * nowhere.
 */
export async function listedOtherwise(
  ctx: CheckContext,
  lister: Lister,
  input: Input,
  reported: number,
  before: Page | null,
): Promise<Breach | null> {
  const { list, number, member, parameter } = lister;
  const whole = await listInput(ctx, lister, input);
  const { pages } = await traverseWhole(ctx, list, whole, { most: MOST_PAGES, intent: 'open' });
  const sorted = await sortedPage(ctx, lister, input);
  for (const { items, exchange } of sorted === null ? pages : [...pages, sorted]) {
    const place = items.findIndex((item) => isNamed(item[member], input.path[parameter] ?? ''));
    const actual = items[place]?.[number];
    if (place < 0 || String(actual) === String(reported)) continue;
    const pointer = within(within(list.items, place), number);
    return {
      expected: `${reported}, as when it is read alone`,
      actual: String(actual),
      pointer,
      about: 'listed',
      exchange,
    };
  }
  const id = input.path[parameter] ?? '';
  return (
    sorted &&
    (disordered(lister, sorted) ??
      leftOut(ctx, lister, sorted, id, reported) ??
      (before && movedAll(lister, before, sorted)))
  );
}
