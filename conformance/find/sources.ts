/** Where the document says that values for the path of an operation are found. */
import { type ApiModel, type Operation, operationOf } from '../model/api.ts';
import { noInput } from '../model/call.ts';
import type { JsonObject } from '../model/json.ts';
import { declaredAt } from '../model/lists.ts';
import type { Talk } from '../rules/rule.ts';
import { askPage, pagedListOf, pageOf } from './pages.ts';
import { inPath, kin, neededBy } from './paths.ts';
import { remembered } from './remembered.ts';

type Values = Readonly<Record<string, string>>;

/** Values for a path, and the item of a list that named them; null where none did. */
export interface Named {
  readonly path: Values;
  readonly item: JsonObject | null;
}

interface Source {
  /** The operationId of what lists, or reads, it. */
  readonly from: string;
  /** Path parameters, each with the member that names it. */
  readonly members: Values;
}

/** What the items of a list name. */
export function namedBy(items: readonly JsonObject[], members: Values): readonly Named[] {
  return items.flatMap((item): Named[] => {
    const path = Object.entries(members).map(([parameter, member]) => [parameter, inPath(item[member])] as const);
    return path.some(([, value]) => value === null) ? [] : [{ path: Object.fromEntries(path) as Values, item }];
  });
}

/** The lists that name what an operation reads. */
export function sourcesOf(api: ApiModel, id: string): readonly Source[] {
  const oneOf = declaredAt(api, id, 'one-of').map(({ list, parameter, member }) => ({
    from: String(list),
    members: { [String(parameter)]: typeof member === 'string' ? member : 'id' },
  }));
  const foundIn = declaredAt(api, id, 'found-in').map(({ list, read, parameters }) => ({
    from: String(list ?? read),
    members: parameters as Values,
  }));
  return [...oneOf, ...foundIn];
}

/** What is there already for the path of an operation, by a list that needs nothing; null where none names all of it. */
export async function existingFor(talk: Talk, operation: Operation): Promise<Named | null> {
  const { api } = talk.scene;
  for (const { from, members } of kin(api, operation).flatMap((id) => sourcesOf(api, id))) {
    const list = pagedListOf(api, from);
    const isWhole = neededBy(operation).every((name) => members[name] !== undefined);
    if (list === null || !isWhole || neededBy(operationOf(api, from)).length > 0) continue;
    const page = await remembered(talk, `first page of ${from}`, () =>
      askPage(talk, list, noInput, {}, { label: `what ${from} names`, intent: 'open' }),
    );
    const [named] = namedBy(pageOf(list, page)?.items ?? [], members);
    if (named !== undefined) return named;
  }
  return null;
}
