/** Orders that a parameter names, that a description names, or that several lists show and insertion does not explain. */
import type { Candidate, Observed } from '../../core/family.ts';
import { directionsOf } from '../../model/declared/directions.ts';
import type { Operation, Parameter } from '../../model/document/api.ts';
import { resolved } from '../../model/document/document.ts';
import type { List } from '../../model/document/lists.ts';
import { membersAt } from '../../model/document/members.ts';
import { isObject, type JsonObject } from '../../model/values/json.ts';
import { plain } from '../../model/values/near.ts';
import { valueAt, within } from '../../model/values/pointer.ts';
import { listsOf, pagesSeen } from '../observed.ts';
import { firstWrong } from './order.ts';

const ORDER = /^(sort|order|orderby|sortby|ordering|sorting)$/;

/** Parameters with a direction. */
const WAY = /^(order|direction|dir|sortorder|sortdirection|sortdir)$/;

const DOWN = /^-|[_\-:. ]?desc(ending)?$/i;
const UP = /^\+|[_\-:. ]?asc(ending)?$/i;

/** The number of members that an order without a list of its names is tried with. */
const MOST_NAMES = 6;

/** Newest first is no accident, although ids may run the same way. */
const TIME = /(created|updated|date|time|_at$|At$|_on$)/;

/** What people look things up by. */
const NAME = /^(name|title|label|slug|symbol|code)$/i;

/** An order that nothing names is shown by so many steps from one value to another, all of them the same way. */
const FEWEST = 5;

/** The number of values that are not in order by chance, and of items that should have so many. */
const VARIED = 3;
const MANY = 5;

/** Whether the items of a list may have enough different values: two of them are often in order by chance. */
function isVaried(pages: readonly (readonly JsonObject[])[], { member }: JsonObject): boolean {
  const values = pages.flat().map((item) => JSON.stringify(item[String(member)] ?? null));
  return values.length < MANY || new Set(values).size >= VARIED;
}

/** The words that a parameter lists; none where it takes any. */
function wordsIn({ document }: Observed['api'], { schema }: Parameter): readonly string[] {
  return (resolved(document, schema).enum ?? []).map(String);
}

/** The parameter that names an order, and the one with its direction. */
function requestedBy({ parameters }: Operation, { api }: Observed) {
  const isWay = (one: Parameter) => {
    const words = wordsIn(api, one);
    return words.length > 0
      ? words.every((word) => /^(-?1|(asc|desc)(ending)?)$/i.test(word))
      : WAY.test(plain(one.name));
  };
  const queries = parameters.filter((one) => one.in === 'query');
  const names = queries.filter((one) => ORDER.test(plain(one.name)));
  const parameter = names.find((one) => !isWay(one)) ?? names[0];
  const order = queries.find((one) => one !== parameter && isWay(one));
  return { parameter, order: order?.name };
}

/** Orders that a parameter has names for: `title`, `-title`, `title_desc`, or `title` beside a direction. */
function named(operation: Operation, members: readonly string[], observed: Observed): readonly JsonObject[] {
  const { api } = observed;
  const { parameter, order } = requestedBy(operation, observed);
  if (parameter === undefined) return [];
  const words = wordsIn(api, parameter);
  const known = words.filter((word) => members.includes(word));
  // A parameter that lists no orders may take the name of any member.
  const wanted = words.length === 0 ? members.slice(0, MOST_NAMES) : order === undefined ? [] : known;
  const directed = wanted.flatMap((member) => directionsOf(api, operation.id, { by: parameter.name, member, order }));
  const others = words.filter((word) => !wanted.includes(word));
  const single = others.flatMap((text) => {
    const member = members.find((one) => plain(one) === plain(text.replace(DOWN, '').replace(UP, '')));
    const direction = DOWN.test(text) ? 'descending' : UP.test(text) ? 'ascending' : 'either';
    return member === undefined ? [] : [{ member, direction, when: { parameter: parameter.name, value: text } }];
  });
  return [...directed, ...single];
}

/** The way in which all pages run by a member; null where they do not, or show too little. */
function wayOf(pages: readonly (readonly JsonObject[])[], member: string): 'ascending' | 'descending' | null {
  const columns = [...new Set(pages.map((items) => JSON.stringify(items.map((item) => item[member] ?? null))))];
  const long = columns.map((column): readonly unknown[] => JSON.parse(column)).filter((all) => new Set(all).size > 1);
  const steps = long.reduce((sum, values) => sum + new Set(values).size - 1, 0);
  const runs = (direction: 'ascending' | 'descending') => long.every((values) => firstWrong(values, direction) === -1);
  if (steps < FEWEST) return null;
  return runs('descending') ? 'descending' : runs('ascending') ? 'ascending' : null;
}

/** What the description of an operation says of its order, with the member that it names. */
function described(operation: Operation, members: readonly string[], { api }: Observed): readonly JsonObject[] {
  const { description, summary } = objectAt(api, operation);
  const text = `${summary ?? ''} ${description ?? ''}`;
  const [, by = '', way = ''] = /(?:sorted|ordered) by [`"']?([\w-]+)[`"']?,? ?(desc\w*)?/i.exec(text) ?? [];
  const member = members.find((one) => plain(one) === plain(by));
  return member === undefined ? [] : [{ member, direction: way === '' ? 'ascending' : 'descending' }];
}

function objectAt({ document }: Observed['api'], { method, path }: Operation): JsonObject {
  const found = valueAt(document, within(within('/paths', path), method.toLowerCase()));
  return isObject(found) ? found : {};
}

/**
 * The order of a list that nothing asks for: newest first, or by name. Any other may be that in which things were put
 * in, or chance; and so may one that the ids have too, unless it is newest first.
 */
function usual(list: List, members: readonly string[], observed: Observed): readonly JsonObject[] {
  const pages = pagesSeen(observed, list);
  const byKey = list.key === '' ? null : wayOf(pages, list.key);
  return members
    .flatMap((member) => {
      const direction = TIME.test(member) || NAME.test(member) ? wayOf(pages, member) : null;
      const isMeant = TIME.test(member)
        ? direction === 'descending'
        : direction === 'ascending' && byKey !== 'ascending';
      return isMeant ? [{ member, direction }] : [];
    })
    .slice(0, 1);
}

export function sortedCandidates(observed: Observed): readonly Candidate[] {
  const { api } = observed;
  return listsOf(api).flatMap(([operation, list]) => {
    const members = membersAt(api, operation.id, within(list.items, '*')).map(({ name }) => name);
    const order = requestedBy(operation, observed).parameter?.name;
    const [shown = usual(list, members, observed)[0]] = described(operation, members, observed);
    const byItself = shown === undefined ? [] : [shown];
    const all = [
      ...named(operation, members, observed).filter((one) => isVaried(pagesSeen(observed, list), one)),
      ...byItself.map((one) => ({ ...one, ...(order === undefined ? {} : { unless: [order] }) })),
    ];
    return all.map((one) => ({ operation: operation.id, members: one }));
  });
}
