/**
 * Translates between RPC messages and the inputs and outputs of the operations. Protobuf validates less than the
 * document does, so the rest is checked here.
 */

import {
  type Airdrop,
  type AirdropRequest,
  type Comment,
  type CommentOrder,
  rpc,
  type SignInRequest,
} from '@wallet-services/contract/comment';
import { isNestedDeeperThan, Refusal } from '@wallet-services/runtime';
import { message } from '../rpc/message.ts';
import type { PageInput } from './operations/paging.ts';
import { given, type SiteChoice } from './operations/site-choice.ts';

const METHODS = ['mixin_token', 'mvm'] as const satisfies SignInRequest['method'][];
const ORDERS = ['created_at', 'created_at_asc', 'favor_count'] as const satisfies CommentOrder[];
const TYPES = ['comments', 'comment', 'user', 'slug'] as const satisfies AirdropRequest['airdrop_type'][];
const STRATEGIES = ['topn', 'avg'] as const satisfies AirdropRequest['strategy_name'][];

/** Converts a number. One that JavaScript cannot represent exactly belongs to no resource. */
export function numberInput(number: bigint): number {
  return Number(number);
}

/** The range of a list. */
export function pageInput({ limit, offset }: { limit?: bigint; offset?: bigint }): PageInput {
  return { limit: optional(limit), offset: optional(offset) };
}

/** The choice of a site, with the same members as in a query. */
export function choiceInput({ siteId, slug }: { siteId?: bigint; slug?: string }): SiteChoice {
  return { header: {}, query: { id: optional(siteId), slug: given(slug) } };
}

/** @throws Refusal 400 when the order is unknown */
export function orderInput(order: string | undefined): CommentOrder | undefined {
  return order === undefined ? undefined : oneOf('order_by', order, ORDERS);
}

/** @throws Refusal 400 when the method or the language is unknown */
export function signInInput(request: rpc.SignInRequest): SignInRequest {
  const method = oneOf('method', request.method, METHODS);
  if (request.lang !== undefined && !/^[A-Za-z]{2}$/.test(request.lang)) {
    throw new Refusal(400, 'lang is not a language code of two letters');
  }
  return {
    method,
    ...(request.mixinToken === undefined ? {} : { mixin_token: request.mixinToken }),
    ...(request.mixinAccessToken === undefined ? {} : { mixin_access_token: request.mixinAccessToken }),
    ...(request.signedMessage === undefined ? {} : { signed_message: request.signedMessage }),
    ...(request.signature === undefined ? {} : { signature: request.signature }),
  };
}

/** @throws Refusal 400 when the type, the strategy or its parameters are invalid */
export function airdropInput(request: rpc.CreateAirdropRequest): AirdropRequest {
  const { strategyName, strategyParams } = request;
  return {
    airdrop_type: oneOf('airdrop_type', request.airdropType, TYPES),
    ...(request.siteId === undefined ? {} : { site_id: Number(request.siteId) }),
    ...(request.slug === undefined ? {} : { slug: request.slug }),
    ...(request.opponentId === undefined ? {} : { opponent_id: Number(request.opponentId) }),
    ...(strategyName === undefined ? {} : { strategy_name: oneOf('strategy_name', strategyName, STRATEGIES) }),
    ...(strategyParams === undefined ? {} : { strategy_params: paramsInput(strategyParams) }),
    asset_id: request.assetId,
    amount: request.amount,
    memo: request.memo,
    redirect_url: request.redirectUrl,
  };
}

function paramsInput(bytes: Uint8Array): Record<string, unknown> {
  const params = parsed(bytes);
  if (typeof params === 'object' && params !== null && !Array.isArray(params)) return { ...params };
  throw new Refusal(400, 'strategy_params is not the text of a JSON object', { hint: 'such as {"n":2}' });
}

function parsed(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isNestedDeeperThan(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function oneOf<Value extends string>(member: string, text: string, values: readonly Value[]): Value {
  const value = values.find((known) => known === text);
  if (value !== undefined) return value;
  throw new Refusal(400, `${member} is not one of ${values.join(', ')}`);
}

function optional(number: bigint | undefined): number | undefined {
  return number === undefined ? undefined : Number(number);
}

/** Converts a comment: rewards become JSON text, and a `null` list an empty one. */
export function commentMessage({ rewards, ...comment }: Comment): rpc.Comment {
  return message(rpc.CommentSchema, { ...comment, rewards: (rewards ?? []).map(jsonBytes) });
}

/** Converts an airdrop: the parameters of its strategy become JSON text, empty when there are none. */
export function airdropMessage({ strategy_params, ...airdrop }: Airdrop): rpc.Airdrop {
  const params = strategy_params === null ? '' : jsonBytes(strategy_params);
  return message(rpc.AirdropSchema, { ...airdrop, strategy_params: params });
}

/** JSON text in the format that `bytes` fields have in the JSON of a message. */
function jsonBytes(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}
