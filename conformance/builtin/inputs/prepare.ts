/** Requests of the input rules: the document's examples, made to fit the server. */

import type { CheckContext } from '../../core/context.ts';
import { chooserOf } from '../../discovery/choices.ts';
import { changesOthers, takeBack, takesAway } from '../../discovery/fresh.ts';
import { pagedListOf, pageOf, sendPage } from '../../discovery/pages.ts';
import { knownInputs, neededBy } from '../../discovery/paths.ts';
import { freshInput, inputsOf } from '../../discovery/things.ts';
import { exampleInput } from '../../generate/inputs.ts';
import type { ApiModel, Operation } from '../../model/document/api.ts';
import { type Exchange, isSuccess } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { onNothing } from './probes.ts';

/** Label of the request that the others are derived from. */
export const BASE = 'example';

/** An input that fits the server. */
export interface Prepared {
  readonly input: Input;
  /** The server itself returned the id of its item, so that the item should exist. */
  readonly isNamed: boolean;
  /** The target lists the input as one that this server accepts. */
  readonly isKnown: boolean;
}

/** Replaces the cursor of the document's example by one of this server. */
async function withCursor(ctx: CheckContext, { id, parameters }: Operation, input: Input, query: Input['query']) {
  const list = pagedListOf(ctx.suite.api, id);
  if (list?.by !== 'cursor' || query[list.cursor] === undefined) return query;
  const { [list.cursor]: _shown, ...rest } = query;
  const page = pageOf(list, await sendPage(ctx, list, input, { limit: 1 }, { label: 'a page with a cursor' }));
  const isNumber = parameters.some(
    ({ name, schema }) => name === list.cursor && /integer|number/.test(`${schema.type}`),
  );
  const isUsable = page?.more === true && page.next !== '' && (!isNumber || /^\d+$/.test(page.next));
  return isUsable ? { ...rest, [list.cursor]: page.next } : rest;
}

/** Inputs on an existing item for a request that reads, and on a new item for one that writes. */
async function foundFor(ctx: CheckContext, operation: Operation, name: string): Promise<Prepared | null> {
  const isMade = operation.method !== 'GET' && neededBy(operation).length > 0;
  const fresh = isMade ? await freshInput(ctx, operation.id, { name: `inputs, ${name}` }) : null;
  if (fresh !== null) return { input: fresh, isNamed: true, isKnown: false };
  const [found] = await inputsOf(ctx, operation.id);
  const isKnown = knownInputs(ctx.suite, operation.id).length > 0;
  // The items of a list may belong to other users, and other checks depend on them.
  if (found === undefined || (takesAway(ctx.suite.api, operation) && !isKnown)) return null;
  return { input: found.input, isNamed: found.item !== null, isKnown };
}

/** Replaces the choice of the example, in a header or in the query, by the choice on this server. */
function chosenInBoth(api: ApiModel, { id }: Operation, { query, headers }: Input, input: Input) {
  const parts = chooserOf(api, id)?.parts ?? [];
  const instead = (values: Input['query'], side: 'query' | 'header') => {
    const named = Object.entries(values).flatMap(([name, value]) => {
      const part = parts.find((one) => one[side] === name);
      const other = part && (input.headers[part.header ?? ''] ?? input.query[part.query ?? '']);
      return part === undefined ? [[name, value]] : other === undefined ? [] : [[name, other]];
    });
    return Object.fromEntries(named);
  };
  return { query: instead(query, 'query'), headers: instead(headers, 'header') };
}

/** Adapts the example of an operation to the server. */
export async function prepared(operation: Operation, which: 'required' | 'all', ctx: CheckContext): Promise<Prepared> {
  const example = exampleInput(operation, which);
  const found = await foundFor(ctx, operation, which);
  if (found === null) {
    const input = changesOthers(ctx.suite, operation) ? onNothing(ctx.suite.api, operation, example) : example;
    return { input, isNamed: false, isKnown: false };
  }
  const { input } = found;
  const chosen = chosenInBoth(ctx.suite.api, operation, example, input);
  const merged: Input = {
    path: input.path,
    query: { ...(await withCursor(ctx, operation, input, chosen.query)), ...input.query },
    headers: { ...chosen.headers, ...input.headers },
    ...(input.body === undefined ? {} : { body: input.body }),
  };
  return { ...found, input: merged };
}

/**
 * Lets the server settle after a request that it accepted, and deletes an item that the request created under its own
 * name.
 */
export async function settled(
  operation: Operation,
  input: Input,
  exchange: Exchange,
  ctx: CheckContext,
): Promise<void> {
  if (!isSuccess(exchange)) return;
  await ctx.suite.settle?.(exchange, ctx);
  await takeBack(ctx, operation.id, input, 'given');
}
