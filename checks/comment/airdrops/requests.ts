/** Airdrops, a draft: complete requests of each type, to a user that this server knows. */
import {
  blockedBy,
  type CheckContext,
  inconclusive,
  isRefusal,
  objectOf,
  orNull,
  stop,
} from '@wallet-services/conformance/core';
import { freshText, once } from '@wallet-services/conformance/discovery';
import { exampleInput } from '@wallet-services/conformance/generate';
import {
  type Exchange,
  isDecimal,
  isObject,
  type JsonObject,
  operationOf,
  outcomeText,
} from '@wallet-services/conformance/model';
import { commentKnown } from '../known.ts';
import { sendFor, users, write } from '../things.ts';

export const types = ['user', 'slug', 'comment', 'comments'] as const;

export type AirdropType = (typeof types)[number];

type Receivers = Awaited<ReturnType<typeof receiversOf>>;

/**
 * The possible recipients of airdrops: the members of every airdrop in `common`, and those of each type in `own`.
 *
 * @throws Stopped where no user is known, or where their names cannot be read.
 */
export const receiversOf = once(async (ctx: CheckContext) => {
  const isOther = users(ctx.suite).length === 2;
  const options = { name: 'airdrops', credentials: isOther ? 'other' : 'given' } as const;
  const { item } = await write(ctx, 'createComment', options);
  const { body } = exampleInput(operationOf(ctx.suite.api, 'createAirdrop'), 'required');
  const { asset_id, amount, memo, redirect_url } = isObject(body) ? body : {};
  const { id, user_id: user, site_id, slug } = item;
  const isReported = [id, site_id].every(Number.isInteger) && isDecimal(String(user)) && typeof slug === 'string';
  if (!isReported) stop(inconclusive('no comment has its id, user, site and slug, to which airdrops go'));
  const place = { site_id, slug };
  return {
    // An airdrop to oneself may be rejected.
    isOther,
    common: { asset_id: commentKnown(ctx.suite).airdrop_asset ?? asset_id, amount, memo, redirect_url },
    own: {
      user: { opponent_id: Number(user) },
      comment: { opponent_id: id },
      slug: place,
      comments: { ...place, strategy_name: 'topn', strategy_params: { n: 1 } },
    },
  };
});

/** A complete request of a type. */
export function requestOf(type: AirdropType, { common, own }: Receivers): JsonObject {
  return { airdrop_type: type, ...common, ...own[type] };
}

/** A complete request; null where no recipient is known. */
export async function someAirdrop(ctx: CheckContext): Promise<JsonObject | null> {
  const receivers = await orNull(receiversOf(ctx));
  return receivers === null ? null : requestOf('comment', receivers);
}

/** The strategy avg in place of topn; its parameters are not documented. */
export function byAverage({ suite }: CheckContext): JsonObject {
  return { strategy_name: 'avg', strategy_params: commentKnown(suite).airdrop_avg_params ?? {} };
}

/** Requests an airdrop with a memo of its own: a repeated request may be rejected. */
export function sendAirdrop(ctx: CheckContext, label: string, body: JsonObject): Promise<Exchange> {
  const memo = `${String(body['memo'])} ${freshText(ctx.suite, 'airdrop', label)}`;
  return sendFor(ctx, 'createAirdrop', { body: { ...body, memo } }, { label });
}

/** The strategies have different parameters. */
export type AirdropKind = AirdropType | 'comments by avg';

const firstAirdrop = once(
  (ctx: CheckContext, kind: AirdropKind, body: JsonObject) => sendAirdrop(ctx, `to ${kind}`, body),
  { key: (kind) => kind },
);

/** A complete request and its answer, sent once in a run: its own members, and the answer. */
export async function airdropTo(
  ctx: CheckContext,
  kind: AirdropKind,
): Promise<{ own: JsonObject; exchange: Exchange }> {
  const receivers = await receiversOf(ctx);
  const isByAverage = kind === 'comments by avg';
  const type = isByAverage ? 'comments' : kind;
  const own = { ...receivers.own[type], ...(isByAverage && byAverage(ctx)) };
  const body = { ...requestOf(type, receivers), ...own };
  return { own, exchange: await firstAirdrop(ctx, kind, body) };
}

/** The airdrop that a complete request creates. @throws Stopped where it is rejected. */
export async function makeAirdrop(ctx: CheckContext, label: string, body: JsonObject) {
  const exchange = await sendAirdrop(ctx, label, body);
  return { airdrop: airdropIn(exchange, label), exchange };
}

/** The airdrop of an answer. @throws Stopped where it is rejected. */
export function airdropIn(exchange: Exchange, label: string): JsonObject {
  const airdrop = objectOf(exchange);
  if (airdrop !== null) return airdrop;
  const reason = `an airdrop (${label}) was refused with ${outcomeText(exchange)}`;
  const hint = 'set known.airdrop_asset in the target file to an asset in which airdrops are paid';
  return stop(isRefusal(exchange) ? inconclusive(reason, hint) : blockedBy(exchange));
}
