/** What an operation is asked with to see who may call it. */

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
  /** What it is about was made for it: nobody else knows of it. */
  readonly isOwn: boolean;
}

export function isReading({ method }: Operation): boolean {
  return method === 'GET';
}

/** Ids of nothing: a credential is looked at first, or a made-up id is not found. */
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

/** What a request is about: what is there when it reads, something that was made for it when it writes. */
export async function sentWith(
  ctx: CheckContext,
  operation: Operation,
  name: string,
  credentials: CredentialUse,
): Promise<MatchedRequest> {
  if (!isReading(operation)) {
    const made = await fresh(ctx, operation.id, { name, credentials });
    if (made !== null) return { ...made, certain: false };
    // What is there is somebody's: it is not to be deleted.
    if (operation.method === 'DELETE') return strangeInput(ctx.suite, operation);
  }
  const [found] = await inputsOf(ctx, operation.id);
  return found === undefined ? strangeInput(ctx.suite, operation) : { ...found, isOwn: false };
}

/**
 * What a read with just these schemes was answered when it was visited, so that it is asked once; undefined where it is
 * visited with other ones, or cannot be.
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
