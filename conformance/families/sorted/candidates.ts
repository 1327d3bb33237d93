/** Orders that a parameter names, that a description names, or that several lists show and insertion does not explain. */
import type { Candidate, Observed } from '../../core/family.ts';
import type { Operation } from '../../model/document/api.ts';
import { resolved } from '../../model/document/document.ts';
import type { List } from '../../model/document/lists.ts';
import { membersAt } from '../../model/document/members.ts';
import { isObject, type JsonObject } from '../../model/values/json.ts';
import { valueAt, within } from '../../model/values/pointer.ts';
import { listsOf, namedParameter, pagesSeen, plain } from '../observed.ts';
import { firstWrong } from './order.ts';

const ORDER = /^(sort|order|orderby|sortby|ordering|sorting)$/;
const DOWN = /^-|[_\-:. ]?desc(ending)?$/i;
const UP = /^\+|[_\-:. ]?asc(ending)?$/i;

/** Newest first is no accident, although ids may run the same way. */
const TIME = /(created|updated|date|time|_at$|At$|_on$)/;

/** What people look things up by. */
const NAME = /^(name|title|label|slug|symbol|code)$/i;

/** An order that nothing names is shown by so many steps from one value to another, all of them the same way. */
const FEWEST = 5;

/** Orders that a parameter has names for: `title`, `-title`, `title_desc`. */
function named(operation: Operation, members: readonly string[], { api }: Observed): readonly JsonObject[] {
  const parameter = namedParameter(operation, 'query', ORDER);
  if (parameter === undefined) return [];
  const { enum: values = [] } = resolved(api.document, parameter.schema);
  return values.flatMap((value) => {
    const text = String(value);
    const member = members.find((one) => plain(one) === plain(text.replace(DOWN, '').replace(UP, '')));
    const direction = DOWN.test(text) ? 'descending' : UP.test(text) ? 'ascending' : 'either';
    return member === undefined ? [] : [{ member, direction, when: { parameter: parameter.name, value: text } }];
  });
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
    const order = namedParameter(operation, 'query', ORDER)?.name;
    const [shown = usual(list, members, observed)[0]] = described(operation, members, observed);
    const byItself = shown === undefined ? [] : [shown];
    const all = [
      ...named(operation, members, observed),
      ...byItself.map((one) => ({ ...one, ...(order === undefined ? {} : { unless: [order] }) })),
    ];
    return all.map((one) => ({ operation: operation.id, members: one }));
  });
}
