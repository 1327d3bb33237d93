/** Finds values for the inputs of an operation where the document says that they are found. */

import type { CheckContext } from '../core/context.ts';
import { type ApiModel, type Operation, operationOf } from '../model/document/api.ts';
import { declaredAt, declaredOf } from '../model/document/lists.ts';
import { type Input, noInput } from '../model/input.ts';
import { isObject, type JsonObject } from '../model/values/json.ts';
import { once } from './memo.ts';
import { pagedListOf, pageOf, sendPage } from './pages.ts';
import { inPath, kin, neededBy } from './paths.ts';
import { isFree, NAMING } from './texts.ts';

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
  /** Nobody declares it: it holds where the server takes what it names. */
  readonly isInferred: boolean;
}

/** What the items of a list name, each once. */
export function namedBy(items: readonly JsonObject[], members: Values): readonly Named[] {
  const named = items.flatMap((item): Named[] => {
    const path = Object.entries(members).map(([parameter, member]) => [parameter, inPath(item[member])] as const);
    return path.some(([, value]) => value === null) ? [] : [{ path: Object.fromEntries(path) as Values, item }];
  });
  return [...Map.groupBy(named, ({ path }) => JSON.stringify(path)).values()].flatMap((same) => same.slice(0, 1));
}

/** The operations that name what another one takes. */
export function sourcesOf(api: ApiModel, id: string): readonly Source[] {
  const oneOf = declaredAt(api, id, 'one-of').map(({ list, parameter, member = 'id' }) => ({
    from: list,
    members: { [parameter]: member },
    isInferred: false,
  }));
  const naming = declaredOf(api, 'refers-to').filter(({ read }) => read === id);
  // A single item shows the same values as its list.
  const referring = naming.flatMap(({ operation, parameter = '', at }) =>
    declaredAt(api, operation, 'one-of').map(({ list }) => ({
      from: list,
      members: { [parameter]: at.split('/').at(-1) ?? '' },
      isInferred: false,
    })),
  );
  const foundIn = declaredAt(api, id, 'found-in').map(({ list, read = '', parameters, isInferred = false }) => ({
    from: list ?? read,
    members: parameters,
    isInferred,
  }));
  return [...oneOf, ...foundIn, ...referring];
}

/** What a path holds that something names: not what the caller may call anything, like with whom something is shared. */
export function boundIn(api: ApiModel, operation: Operation): readonly string[] {
  const near = [operation.id, ...kin(api, operation)];
  const named = near.flatMap((id) => sourcesOf(api, id).flatMap(({ members }) => Object.keys(members)));
  const made = declaredOf(api, 'read-back').flatMap(({ read = '', parameter = '' }) =>
    near.includes(read) ? [parameter] : [],
  );
  const isFreeName = (name: string) => {
    const { schema } = operation.parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
    return schema !== undefined && isFree(api.document, schema) && !NAMING.test(name);
  };
  const isBound = (name: string) => named.includes(name) || made.includes(name) || !isFreeName(name);
  return neededBy(operation).filter((name) => operation.method === 'GET' || isBound(name));
}

/** Of lists below an item, this many are read. */
const MOST_LISTS = 3;

/** The paths of a list below the items of other lists, and so on upwards. */
async function pathsOf(ctx: CheckContext, operation: Operation): Promise<readonly Values[]> {
  const needed = neededBy(operation);
  if (needed.length === 0) return [{}];
  for (const { from, members } of sourcesOf(ctx.suite.api, operation.id)) {
    if (from === operation.id || !needed.every((name) => members[name] !== undefined)) continue;
    const named = namedBy(await firstItems(ctx, from), members);
    if (named.length > 0) return named.map(({ path }) => path).slice(0, MOST_LISTS);
  }
  return [];
}

/** The first items of a list; of a list below other items, those of a few parents. */
const firstItems = once(
  async (ctx: CheckContext, from: string): Promise<readonly JsonObject[]> => {
    const { api } = ctx.suite;
    const list = pagedListOf(api, from);
    if (list === null) return [];
    const items: JsonObject[] = [];
    for (const path of await pathsOf(ctx, operationOf(api, from))) {
      const options = { label: `what ${from} names`, intent: 'open' } as const;
      items.push(...(pageOf(list, await sendPage(ctx, list, { ...noInput, path }, {}, options))?.items ?? []));
    }
    return items;
  },
  { without: [] },
);

/** What an operation takes beside its path, by name, as the lists have it in which that is found: once for each item. */
export async function foundBeside(ctx: CheckContext, operation: Operation): Promise<readonly JsonObject[]> {
  const needed = neededBy(operation);
  const found: JsonObject[] = [];
  for (const { from, members } of sourcesOf(ctx.suite.api, operation.id)) {
    const beside = Object.entries(members).filter(([name]) => !needed.includes(name));
    if (beside.length === 0) continue;
    for (const item of await firstItems(ctx, from)) {
      found.push(Object.fromEntries(beside.map(([name, member]) => [name, item[member]])));
    }
  }
  return found;
}

/** The input with discovered values: in parameters that it has or must have, and in members that its body has. */
export function withFound({ parameters }: Operation, input: Input, found: JsonObject): Input {
  const put = (place: 'query' | 'header', values: Input['query']) => {
    const own = parameters.filter((one) => one.in === place && (one.required || values[one.name] !== undefined));
    const named = own.flatMap(({ name }) => (inPath(found[name]) === null ? [] : [[name, inPath(found[name]) ?? '']]));
    return { ...values, ...Object.fromEntries(named) };
  };
  const { body } = input;
  const members = isObject(body) ? Object.keys(body).filter((name) => found[name] !== undefined) : [];
  return {
    ...input,
    query: put('query', input.query),
    headers: put('header', input.headers),
    ...(isObject(body) ? { body: { ...body, ...Object.fromEntries(members.map((name) => [name, found[name]])) } } : {}),
  };
}
