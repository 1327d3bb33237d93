/** The users of the requests, and the items that the rules write for themselves. */

import {
  blockedBy,
  type CheckContext,
  inconclusive,
  objectOf,
  type SuiteContext,
  sendTo,
  stop,
} from '@wallet-services/conformance/core';
import { type FreshOptions, freshInput } from '@wallet-services/conformance/discovery';
import type { CallOptions, CredentialUse, Exchange, Input, JsonObject } from '@wallet-services/conformance/model';

const SITE_HINT = 'set known.choices.site in the target file to two sites (site_id, slug) that accept comments';

const SIGN_IN_HINT =
  'set sign_in in the target file (a keystore, or the domain of messages), or credentials.CommentToken to a token';

/** Why no user is available: the target has no data for a sign-in, or it failed. */
export function withoutUser({ signInProblem = null }: SuiteContext) {
  const why = signInProblem === null ? '' : `: ${signInProblem}`;
  return inconclusive(`the suite cannot sign in${why}`, SIGN_IN_HINT);
}

/** The users that the suite can act as. */
export function users({ target }: SuiteContext): readonly ('given' | 'other')[] {
  const has = (credentials: Readonly<Record<string, string>>) => credentials['CommentToken'] !== undefined;
  return [
    ...(has(target.credentials) ? (['given'] as const) : []),
    ...(has(target.otherCredentials) ? (['other'] as const) : []),
  ];
}

/** Calls an operation; callers judge the answer by the documents. */
export function sendFor(
  ctx: CheckContext,
  operation: string,
  input: Partial<Input>,
  options: CallOptions,
): Promise<Exchange> {
  return sendTo(ctx, operation, input, { intent: 'open', ...options });
}

/** An item that was written. */
export interface Written {
  readonly input: Input;
  readonly item: JsonObject;
  readonly exchange: Exchange;
}

export interface WriteOptions {
  /** Names the item: another name gives another text, and for a comment another page. */
  readonly name: string;
  readonly credentials?: CredentialUse;
  /** The service's token, in place of the target's. */
  readonly token?: string;
}

/** The inputs of a user for an operation on an item that was written for it. @throws Stopped where there are none. */
export async function inputFor(
  ctx: CheckContext,
  operation: string,
  options: Omit<FreshOptions, 'listed'>,
): Promise<Input> {
  const { maker = 'given' } = options;
  if (!users(ctx.suite).some((user) => maker !== 'other' || user === maker)) stop(withoutUser(ctx.suite));
  const input = await freshInput(ctx, operation, options);
  return input ?? stop(inconclusive('the suite could not create a comment', SITE_HINT));
}

/** A comment, or a reply to a comment that was written for it. @throws Stopped where neither is possible. */
export async function write(
  ctx: CheckContext,
  operation: 'createComment' | 'createReply',
  { name, credentials = 'given', token }: WriteOptions,
): Promise<Written> {
  const input = await inputFor(ctx, operation, { name, credentials });
  const exchange = await sendFor(ctx, operation, input, {
    label: `write ${name}`,
    credentials,
    ...(token === undefined ? {} : { presented: { CommentToken: token } }),
  });
  return { input, item: objectOf(exchange) ?? stop(blockedBy(exchange)), exchange };
}
