/** The requests that show who may call an operation. */

import type { CheckContext, SuiteContext } from '../../core/context.ts';
import { freshText } from '../../discovery/texts.ts';
import { fresh, inputsOf } from '../../discovery/things.ts';
import { visit } from '../../discovery/visit.ts';
import type { Operation } from '../../model/document/api.ts';
import type { CredentialUse, Exchange } from '../../model/exchange.ts';
import { type Input, noInput } from '../../model/input.ts';
import { seededUuid } from '../../model/values/uuid.ts';

export interface MatchedRequest {
  readonly input: Input;
  /** A right server takes it. */
  readonly certain: boolean;
  /** The item was created for this request, and no other client knows it. */
  readonly isOwn: boolean;
}

export function isReading({ method }: Operation): boolean {
  return method === 'GET';
}

/** Ids of nothing: a server checks the credential first, or does not find the id. */
function strangeInput(suite: SuiteContext, operation: Operation): MatchedRequest {
  const path = operation.parameters.flatMap(({ name, in: place, schema }) => {
    if (place !== 'path') return [];
    const uuid = seededUuid(suite.seed, suite.run, operation.id, name);
    const isNumber = schema.type === 'integer' || schema.type === 'number';
    return [[name, isNumber ? '999999999' : schema.format === 'uuid' ? uuid : freshText(suite, operation.id, name)]];
  });
  const body = operation.body?.example;
  const input = { ...noInput, path: Object.fromEntries(path), ...(body === undefined ? {} : { body }) };
  return { input, certain: false, isOwn: true };
}

/** The item of a request: an existing one for a read, a new one for a write. */
export async function sentWith(
  ctx: CheckContext,
  operation: Operation,
  name: string,
  credentials: CredentialUse,
): Promise<MatchedRequest> {
  if (!isReading(operation)) {
    const made = await fresh(ctx, operation.id, { name, credentials });
    if (made !== null) return { ...made, certain: false };
    // An existing item belongs to someone and must not be deleted.
    if (operation.method === 'DELETE') return strangeInput(ctx.suite, operation);
  }
  const [found] = await inputsOf(ctx, operation.id);
  return found === undefined ? strangeInput(ctx.suite, operation) : { ...found, isOwn: false };
}

/**
 * The earlier response to a read with exactly these schemes, so that it is sent once; undefined if it was visited with
 * others, or cannot be.
 */
export async function visitedWith(
  ctx: CheckContext,
  operation: Operation,
  schemes: readonly string[],
): Promise<Exchange | undefined> {
  const sent = new Set(operation.security.flat());
  const isSame = sent.size === schemes.length && schemes.every((name) => sent.has(name));
  return isReading(operation) && isSame ? (await visit(ctx, operation.id))[0] : undefined;
}

export function withQuery(request: MatchedRequest, query: Input['query']): MatchedRequest {
  return { ...request, input: { ...request.input, query: { ...request.input.query, ...query } } };
}
