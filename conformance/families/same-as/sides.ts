/** The two sides of a comparison: an operation, and another one or an RPC method over each of its protocols. */
import { type ApiModel, operationOf } from '../../model/api.ts';
import type { Declared } from '../../model/behaviour.ts';
import { callOf, type Input } from '../../model/call.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { isObject } from '../../model/json.ts';
import { itemsIn, listOf } from '../../model/lists.ts';
import { membersAt } from '../../model/members.ts';
import { valueAt, within } from '../../model/pointer.ts';
import type { Talk } from '../../rules/rule.ts';
import { payloadOf } from '../payload.ts';
import type { Told } from './compare.ts';
import { askRpc, bytesOf, inputFields, takesTime, thingOf, toldOver } from './rpc.ts';

export type SameAs = Declared<'same-as'> & {
  /** The operationId of the other. */
  readonly other?: string;
};

/** Pointer of what an operation tells of, `*` for each item. */
export function placeIn(api: ApiModel, operation: string): string {
  const list = listOf(api, { id: operation });
  return list === null ? payloadOf(api, operation) : within(list.items, '*');
}

/** What tells the things of an operation apart. */
export function keyOf(api: ApiModel, operation: string): string {
  return listOf(api, { id: operation })?.key || 'id';
}

/** What an answer of an operation tells of; null where it is refused, or no such answer. */
export function toldBy(api: ApiModel, operation: string, exchange: Exchange, key: string): Told | null {
  const json = successJson(exchange);
  const list = listOf(api, { id: operation });
  const one = list === null ? valueAt(json, payloadOf(api, operation)) : undefined;
  const items = list === null ? (isObject(one) ? [one] : null) : json === undefined ? null : itemsIn(list, json);
  if (items === null) return null;
  const place = list === null ? payloadOf(api, operation) : list.items;
  return {
    exchange,
    things: items.map((value, index) => ({
      key: String(value[key]).toLowerCase(),
      pointer: list === null ? place : within(place, index),
      value,
    })),
  };
}

/** The members that both have, as they are called here and there. */
export function sharedNames({ operation, except = [], renamed = {} }: SameAs, api: ApiModel) {
  return membersAt(api, operation, placeIn(api, operation))
    .filter(({ name }) => !except.includes(name))
    .map(({ name }): readonly [string, string] => [name, renamed[name] ?? name]);
}

/** One way to ask the other side. */
export interface OtherSide {
  readonly name: string;
  readonly ask: (input: Input) => Promise<Exchange>;
  readonly told: (exchange: Exchange) => Told | null;
  readonly encoded: ReadonlySet<string>;
  readonly has: (name: string) => boolean;
  readonly takes: (parameter: string) => boolean;
  readonly takesTime: (parameter: string) => boolean;
}

export function rpcSides(declared: SameAs, talk: Talk): readonly OtherSide[] {
  const { rpc, rpcProtocols, api } = talk.scene;
  const [service, method = ''] = (declared.rpc ?? '').split('/');
  if (rpc === null || rpc.name !== service) return [];
  const thing = thingOf(rpc, method);
  const fields = inputFields(rpc, method);
  const fieldOf = (parameter: string) =>
    fields.find(({ name, jsonName }) => name === parameter || jsonName === parameter);
  return rpcProtocols.map((protocol) => ({
    name: `${method} over ${protocol}`,
    ask: ({ query }) => askRpc(talk, rpc, protocol, method, query),
    told: (exchange) => toldOver(rpc, method, exchange, keyOf(api, declared.operation)),
    encoded: bytesOf(thing),
    has: (name) => thing.fields.some((field) => field.name === name),
    takes: (parameter) => fieldOf(parameter) !== undefined,
    takesTime: (parameter) => {
      const field = fieldOf(parameter);
      return field !== undefined && takesTime(field);
    },
  }));
}

export function httpSides({ operation: here, other = '' }: SameAs, talk: Talk): readonly OtherSide[] {
  const { api } = talk.scene;
  const operation = operationOf(api, other);
  const names = new Set(membersAt(api, other, placeIn(api, other)).map(({ name }) => name));
  return [
    {
      name: other,
      ask: (input) => talk.ask(callOf(operation, { ...input, headers: {} }, { label: other, intent: 'open' })),
      told: (exchange) => toldBy(api, other, exchange, keyOf(api, here)),
      encoded: new Set(),
      has: (name) => names.has(name),
      takes: (parameter) => operation.parameters.some(({ name }) => name === parameter),
      takesTime: () => false,
    },
  ];
}
