/** The two sides of a comparison: an operation, and another one or an RPC method over each of its protocols. */

import type { CheckContext, SuiteContext } from '../../core/context.ts';
import { send } from '../../discovery/send.ts';
import { type ApiModel, operationOf } from '../../model/document/api.ts';
import type { Declared } from '../../model/document/behaviour.ts';
import { itemsIn, listOf, payloadOf } from '../../model/document/lists.ts';
import { membersAt } from '../../model/document/members.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { isObject } from '../../model/values/json.ts';
import { valueAt, within } from '../../model/values/pointer.ts';
import type { Reported } from './compare.ts';
import { bytesOf, comparedOver, inputFields, sendRpc, takesTime, thingOf } from './rpc.ts';

export type SameAs = Declared<'same-as'> & {
  /** The operationId of the other. */
  readonly other?: string;
};

/** Pointer to the items of an operation, `*` for each item. */
export function placeIn(api: ApiModel, operation: string): string {
  const list = listOf(api, { id: operation });
  return list === null ? payloadOf(api, operation) : within(list.items, '*');
}

/** The key of the items, which both sides have. */
export function keyOf(api: ApiModel, { operation, other }: SameAs): string {
  const keys = [operation, other].map((id) => (id === undefined ? undefined : listOf(api, { id })?.key));
  return keys.find((key) => key) ?? 'id';
}

/** The items in a response of an operation; null if it is rejected, or has none. */
export function reportedBy(api: ApiModel, operation: string, exchange: Exchange, key: string): Reported | null {
  const json = successJson(exchange);
  const list = listOf(api, { id: operation });
  const one = list === null ? valueAt(json, payloadOf(api, operation)) : undefined;
  const items = list === null ? (isObject(one) ? [one] : null) : json === undefined ? null : itemsIn(list, json);
  if (items === null) return null;
  const place = list === null ? payloadOf(api, operation) : list.items;
  return {
    exchange,
    things: items
      .map((value, index) => ({
        key: String(value[key]).toLowerCase(),
        pointer: list === null ? place : within(place, index),
        value,
      }))
      // An item without a key cannot be found again.
      .filter(({ value }) => list === null || value[key] !== undefined),
  };
}

/** The members that both have, as they are called here and there. */
export function sharedNames({ operation, except = [], renamed = {} }: SameAs, api: ApiModel) {
  return membersAt(api, operation, placeIn(api, operation))
    .filter(({ name }) => !except.includes(name))
    .map(({ name }): readonly [string, string] => [name, renamed[name] ?? name]);
}

/** What the answers of the other side hold. */
export interface OtherForm {
  readonly isAnswer: (exchange: Exchange) => boolean;
  readonly reported: (exchange: Exchange) => Reported | null;
  /** Members that hold JSON as base64. */
  readonly encoded: ReadonlySet<string>;
  readonly has: (name: string) => boolean;
}

/** One way to send a request to the other side. */
export interface OtherSide extends Omit<OtherForm, 'isAnswer'> {
  readonly name: string;
  readonly send: (input: Input) => Promise<Exchange>;
  readonly takes: (parameter: string) => boolean;
  readonly takesTime: (parameter: string) => boolean;
}

/** An RPC method as the other side; null where the service has no such method. */
export function rpcSide(declared: SameAs, { api, rpc }: Pick<SuiteContext, 'api' | 'rpc'>): OtherForm | null {
  const [service, method = ''] = (declared.rpc ?? '').split('/');
  if (rpc === null || rpc.name !== service) return null;
  const thing = thingOf(rpc, method);
  return {
    isAnswer: ({ call }) => call.kind === 'rpc' && call.method === method,
    reported: (exchange) => comparedOver(rpc, method, exchange, keyOf(api, declared)),
    encoded: bytesOf(thing),
    has: (name) => thing.fields.some((field) => field.name === name),
  };
}

export function rpcSides(declared: SameAs, ctx: CheckContext): readonly OtherSide[] {
  const { rpc, rpcProtocols } = ctx.suite;
  const [, method = ''] = (declared.rpc ?? '').split('/');
  const side = rpcSide(declared, ctx.suite);
  if (rpc === null || side === null) return [];
  const fields = inputFields(rpc, method);
  const fieldOf = (parameter: string) =>
    fields.find(({ name, jsonName }) => name === parameter || jsonName === parameter);
  return rpcProtocols.map((protocol) => ({
    ...side,
    name: `${method} over ${protocol}`,
    send: ({ query }) => sendRpc(ctx, rpc, protocol, method, query),
    takes: (parameter) => fieldOf(parameter) !== undefined,
    takesTime: (parameter) => {
      const field = fieldOf(parameter);
      return field !== undefined && takesTime(field);
    },
  }));
}

/** Another operation as the other side. */
export function httpSide(declared: SameAs, api: ApiModel): OtherForm {
  const { other = '' } = declared;
  const names = new Set(membersAt(api, other, placeIn(api, other)).map(({ name }) => name));
  return {
    isAnswer: ({ call }) => call.kind === 'http' && call.operation === other,
    reported: (exchange) => reportedBy(api, other, exchange, keyOf(api, declared)),
    encoded: new Set(),
    has: (name) => names.has(name),
  };
}

export function httpSides(declared: SameAs, ctx: CheckContext): readonly OtherSide[] {
  const { api } = ctx.suite;
  const { other = '' } = declared;
  const operation = operationOf(api, other);
  return [
    {
      ...httpSide(declared, api),
      name: other,
      send: (input) => send(ctx, operation, { ...input, headers: {} }, other),
      takes: (parameter) => operation.parameters.some(({ name }) => name === parameter),
      takesTime: () => false,
    },
  ];
}
