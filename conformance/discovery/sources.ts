/** Finds values for the inputs of an operation in the lists that the document declares for them. */

import type { CheckContext } from '../core/context.ts';
import { type ApiModel, type Operation, operationOf } from '../model/document/api.ts';
import { declaredAt, declaredOf } from '../model/document/lists.ts';
import { type Input, noInput } from '../model/input.ts';
import { isObject, type JsonObject } from '../model/values/json.ts';
import { everyAt } from '../model/values/pointer.ts';
import { once } from './memo.ts';
import { pagedListOf, pageOf, sendPage } from './pages.ts';
import { inPath, kin, neededBy } from './paths.ts';
import { isFree, NAMING } from './texts.ts';

type Values = Readonly<Record<string, string>>;

/** Values for a path, and the list item that they come from; null if they come from none. */
export interface Named {
  readonly path: Values;
  readonly item: JsonObject | null;
}

export interface Source {
  /** The operationId of the operation that lists or reads the values. */
  readonly from: string;
  /**
   * Path parameters, each with the member that has its value, or with a JSON pointer in which `*` is each item: into an
   * item of the list, or into the whole answer of an operation that reads one thing.
   */
  readonly members: Values;
  /** The source is not declared, but inferred; it counts only if the server accepts its values. */
  readonly isInferred: boolean;
}

const isPointer = (member: string) => member.startsWith('/');

/** Whether the values are deeper in an answer than in the members of a thing. */
export function isDeep({ members }: Pick<Source, 'members'>): boolean {
  return Object.values(members).some(isPointer);
}

/** The values of a member of an item, or those at a pointer into it. */
function valuesIn(item: unknown, member: string): readonly (string | null)[] {
  if (isPointer(member)) return everyAt(item, member).map(({ value }) => inPath(value));
  return isObject(item) ? [inPath(item[member])] : [];
}

/** The distinct path values in the items of a list. */
export function namedBy(items: readonly unknown[], members: Values): readonly Named[] {
  const named = items.flatMap((item): Named[] => {
    const columns = Object.entries(members).map(([parameter, member]) => [parameter, valuesIn(item, member)] as const);
    const count = Math.max(0, ...columns.map(([, values]) => values.length));
    return Array.from({ length: count }, (_, row) =>
      columns.map(([parameter, values]) => [parameter, values[values.length === 1 ? 0 : row] ?? null] as const),
    ).flatMap((path): Named[] => {
      if (path.some(([, value]) => value === null)) return [];
      const isWhole = isObject(item) && !isDeep({ members });
      return [{ path: Object.fromEntries(path) as Values, item: isWhole ? item : null }];
    });
  });
  return [...Map.groupBy(named, ({ path }) => JSON.stringify(path)).values()].flatMap((same) => same.slice(0, 1));
}

/** The operations with responses that contain the inputs of another operation. */
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

/**
 * The path parameters that need a value from the server; not names that the caller may choose freely, such as the
 * person that an item is shared with.
 */
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

/** The number of lists below items that are read. */
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

/** The names of the inputs beside the path of an operation that a source has, each with its member. */
export function besideIn(operation: Operation, { members }: Source): readonly (readonly [string, string])[] {
  const needed = neededBy(operation);
  return Object.entries(members).filter(([name]) => !needed.includes(name));
}

/** Values by name, from an item. */
export function valuesOf(item: JsonObject, beside: readonly (readonly [string, string])[]): JsonObject {
  const named = beside.map(([name, member]) => [name, item[member]] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined && value !== null));
}

/**
 * Values for the query, header and body inputs of an operation, by name, one object for each item of the longest list
 * that contains them; each has values of all lists.
 */
export async function foundBeside(ctx: CheckContext, operation: Operation): Promise<readonly JsonObject[]> {
  const found: (readonly JsonObject[])[] = [];
  for (const source of sourcesOf(ctx.suite.api, operation.id)) {
    const beside = besideIn(operation, source);
    const items = beside.length === 0 ? [] : await firstItems(ctx, source.from);
    if (items.length > 0) found.push(items.map((item) => valuesOf(item, beside)));
  }
  const most = Math.max(0, ...found.map((rows) => rows.length));
  return Array.from({ length: most }, (_, place) =>
    Object.assign({}, ...found.toReversed().map((rows) => rows[place % rows.length])),
  );
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
