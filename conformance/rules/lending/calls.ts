/** The requests of lending, and how their answers are read. */
import { operationOf } from '../../model/api.ts';
import { callOf, noInput } from '../../model/call.ts';
import {
  type Exchange,
  type HttpCall,
  isSuccess,
  type RpcCall,
  type RpcProtocol,
  successJson,
} from '../../model/exchange.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';
import type { Scene } from '../rule.ts';

export function marketsCall(scene: Scene, label: string): HttpCall {
  return callOf(operationOf(scene.api, 'listMarkets'), noInput, { label });
}

/** @param query `limit` and `offset`, as texts. */
export function transactionsCall(
  scene: Scene,
  label: string,
  query: Readonly<Record<string, string>> = {},
  intent: HttpCall['intent'] = 'valid',
): HttpCall {
  return callOf(operationOf(scene.api, 'listTransactions'), { ...noInput, query }, { label, intent });
}

/** @param message the request message in its JSON form. */
export function rpcCall(
  protocol: RpcProtocol,
  method: string,
  message: Readonly<Record<string, unknown>> = {},
  label = method,
): RpcCall {
  return { kind: 'rpc', label, method, protocol, message, intent: 'valid' };
}

/** The markets or transactions of an answer, whether bare or in `data`; null when the answer is no such list. */
export function itemsOf(exchange: Exchange | undefined): readonly JsonObject[] | null {
  if (exchange === undefined || !isSuccess(exchange)) return null;
  const json = successJson(exchange);
  if (json === null) return [];
  if (Array.isArray(json)) return objectsOf(json);
  if (!isObject(json)) return null;
  const data = json['data'] ?? [];
  return Array.isArray(data) ? objectsOf(data) : null;
}

/** Whether an exchange is an answered list of transactions. */
export function isTransactionList({ call }: Exchange): boolean {
  return call.kind === 'http' && call.operation === 'listTransactions';
}
