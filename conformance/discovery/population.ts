/** Adds items to a list that has too few to show anything. */

import type { CheckContext, Population } from '../core/context.ts';
import { type ApiModel, type Operation, operationOf } from '../model/document/api.ts';
import { isSamePath } from '../model/document/hierarchy.ts';
import { declaredOf, type List } from '../model/document/lists.ts';
import { isSuccess } from '../model/exchange.ts';
import type { Input } from '../model/input.ts';
import { isObject } from '../model/values/json.ts';
import { takeBack } from './fresh.ts';
import { neededBy, sharedInput } from './paths.ts';
import { send } from './send.ts';
import { freshBody, namesIn, ownNameOf } from './texts.ts';
import { freshInput } from './things.ts';

/** The number of items that are created one by one. */
const MOST_SINGLE = 20;

/** The number of items that one request creates: more may be too many for a server. */
const MOST_AT_ONCE = 20;

/**
 * Operations that create the items of a list: as declared, because they write to the path that it is read from, or
 * because they name items as it does.
 */
function makersFor(api: ApiModel, { operation, key }: List): readonly Operation[] {
  const declared = declaredOf(api, 'read-back').filter(
    ({ operation: id, parameter = '', lists }) =>
      lists?.includes(operation) && !neededBy(operationOf(api, id)).includes(parameter),
  );
  const { path } = operationOf(api, operation);
  const beside = api.operations.filter(
    (one) => one.method === 'POST' && (isSamePath(one.path, path) || ownNameOf(api, one) === key),
  );
  return [...new Set([...declared.map((one) => one.operation), ...beside.map(({ id }) => id)])].map((id) =>
    operationOf(api, id),
  );
}

/** The list must have the choice of the request, too. */
function listInput(list: Operation, base: Input, made: Input): Input {
  const { query, headers } = sharedInput(list, made);
  return {
    ...base,
    path: { ...base.path, ...made.path },
    query: { ...base.query, ...query },
    headers: { ...base.headers, ...headers },
  };
}

/** A body that creates this many items like its first one; null if it can only create one. */
function bodyOfMany(body: unknown, name: string | null, count: number): unknown {
  if (name === null || !isObject(body)) return null;
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value) && namesIn(value, name).length > 0);
  const [[member, items] = []] = lists;
  if (member === undefined || !Array.isArray(items)) return null;
  return { ...body, [member]: Array.from({ length: count }, () => items[0]) };
}

/** The requests that create this many items, alike except for names and texts. */
function requestsFor(
  { suite }: CheckContext,
  maker: Operation,
  first: Input,
  id: string,
  count: number,
): readonly Input[] {
  const many = (size: number) => bodyOfMany(first.body, ownNameOf(suite.api, maker), size);
  const size = many(1) === null ? 1 : MOST_AT_ONCE;
  const wanted = size === 1 ? Math.min(count, MOST_SINGLE) : count;
  return Array.from({ length: Math.ceil(wanted / size) }, (_, number) => {
    const left = Math.min(size, wanted - number * size);
    const body = freshBody(suite, maker, many(left) ?? first.body, `${id} ${number + 1}`);
    return { ...first, ...(body === undefined ? {} : { body }) };
  });
}

/**
 * Creates this many items, all in a place of their own if the list can be chosen. Null if no operation creates them, it
 * is rejected, or this run only reads.
 */
export async function populated(ctx: CheckContext, list: List, base: Input, count: number): Promise<Population | null> {
  const { suite } = ctx;
  const { operation: id } = list;
  if (suite.readOnly === true) return null;
  const own = await suite.populate?.(id, count, ctx);
  if (own !== null && own !== undefined) return own;
  for (const maker of makersFor(suite.api, list)) {
    const first = await freshInput(ctx, maker.id, { name: id });
    if (first === null) continue;
    const made: Input[] = [];
    for (const [index, input] of requestsFor(ctx, maker, first, id, count).entries()) {
      const exchange = await send(ctx, maker, input, `${index + 1} for ${id}`);
      if (!isSuccess(exchange)) break;
      made.push(input);
    }
    if (made.length === 0) continue;
    const name = ownNameOf(suite.api, maker);
    const names = made.flatMap(({ body }) => (name === null ? [] : namesIn(body, name)));
    return {
      input: listInput(operationOf(suite.api, id), base, first),
      count: name === null ? made.length : names.length,
      names: new Set(names),
      takeBack: async () => {
        for (const input of made) await takeBack(ctx, maker.id, input, 'given');
      },
    };
  }
  return null;
}
