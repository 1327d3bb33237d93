/** The requests to lending, and how their answers are read. */

import {
  type CheckContext,
  NO_RPC,
  type Report,
  RPC_HINT,
  sendTo,
  unsupported,
} from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import {
  type Exchange,
  type Intent,
  isObject,
  isSuccess,
  type JsonObject,
  objectsOf,
  type RpcProtocol,
  successJson,
} from '@wallet-services/conformance/model';

/** @param query `limit` and `offset`, as texts. */
export function sendTransactions(
  ctx: CheckContext,
  label: string,
  query: Readonly<Record<string, string>> = {},
  intent: Intent = 'valid',
): Promise<Exchange> {
  return sendTo(ctx, 'listTransactions', { query }, { label, intent });
}

/** The transactions without a limit and an offset, requested once for all rules. */
export const allTransactions = once((ctx: CheckContext) => sendTransactions(ctx, 'all'));

/** @param message the request message in its JSON form. */
export function sendRpc(
  ctx: CheckContext,
  protocol: RpcProtocol,
  method: string,
  message: Readonly<Record<string, unknown>> = {},
): Promise<Exchange> {
  return ctx.send({ kind: 'rpc', label: `${method} over ${protocol}`, method, protocol, message, intent: 'valid' });
}

/** Some transactions over RPC, requested once for all rules. */
export const rpcTransactions = once((ctx: CheckContext, protocol: RpcProtocol) =>
  sendRpc(ctx, protocol, 'Transactions', { limit: 50 }),
);

/** Runs a function over each protocol that the target has; reports where it has none. */
export async function overRpc(
  { suite }: CheckContext,
  report: Report,
  probe: (protocol: RpcProtocol) => Promise<void>,
) {
  if (suite.rpcProtocols.length === 0) report(unsupported(NO_RPC, RPC_HINT));
  for (const protocol of suite.rpcProtocols) await probe(protocol);
}

/** The markets or transactions of an answer, either bare or in `data`; null when the answer is not such a list. */
export function itemsOf(exchange: Exchange | undefined): readonly JsonObject[] | null {
  if (exchange === undefined || !isSuccess(exchange)) return null;
  const json = successJson(exchange);
  if (json === null) return [];
  if (Array.isArray(json)) return objectsOf(json);
  if (!isObject(json)) return null;
  const data = json['data'] ?? [];
  return Array.isArray(data) ? objectsOf(data) : null;
}

/** The place of a duplicate item in an answer; -1 where there is none. */
export function placeOfSecond(exchange: Exchange): number {
  const texts = (itemsOf(exchange) ?? []).map((item) => JSON.stringify(item));
  const last = new Map(texts.map((text, place) => [text, place]));
  return texts.findIndex((text, place) => last.get(text) !== place);
}
