/** Amounts, rates and prices are decimal numbers written as strings. */
import { operationOf, responseFor } from '../../model/api.ts';
import { isDecimal } from '../../model/decimal.ts';
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { excerpt, typeName } from '../../model/json.ts';
import { type Placed, placesOf } from '../../model/places.ts';
import { within } from '../../model/pointer.ts';
import { broken, passUnless } from '../judgement.ts';
import type { Judgement, Rule, Scene } from '../rule.ts';
import { itemsOf } from './calls.ts';

function inHttp(exchange: Exchange, { api }: Scene): readonly Placed[] {
  const { call, outcome } = exchange;
  if (call.kind !== 'http' || call.operation === null || outcome.kind !== 'answer') return [];
  const schema = responseFor(operationOf(api, call.operation), outcome.status)?.schema;
  if (schema === undefined || schema === null) return [];
  return placesOf(api.document, 'DecimalString', schema, successJson(exchange));
}

const camel = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** What the methods list. */
const components: Readonly<Record<string, string>> = { AllMarkets: 'Market', Transactions: 'Transaction' };

/** The JSON schemas of lending name the members; the messages have the same, under either JSON spelling. */
function inRpc(exchange: Exchange, { api }: Scene): readonly Placed[] {
  const { call } = exchange;
  const component = call.kind === 'rpc' ? components[call.method] : undefined;
  if (component === undefined) return [];
  const { properties = {} } = api.document.components.schemas[component] ?? {};
  const names = Object.entries(properties).flatMap(([name, { $ref }]) =>
    $ref?.endsWith('/DecimalString') ? [name, camel(name)] : [],
  );
  return (itemsOf(exchange) ?? []).flatMap((item, index) =>
    [...new Set(names)]
      .filter((name) => Object.hasOwn(item, name))
      .map((name) => ({ pointer: within(within('/data', index), name), value: item[name] })),
  );
}

function judge(exchange: Exchange, scene: Scene): readonly Judgement[] {
  if (!isSuccess(exchange)) return [];
  const places = exchange.call.kind === 'rpc' ? inRpc(exchange, scene) : inHttp(exchange, scene);
  if (places.length === 0) return [];
  return passUnless(
    places
      .filter(({ value }) => typeof value !== 'string' || !isDecimal(value))
      .map(({ pointer, value }) =>
        broken({
          expected: 'a decimal number written as a string',
          actual: `${excerpt(value)} (${typeName(value)})`,
          pointer,
          exchange,
        }),
      ),
  );
}

export const numbers: Rule = { id: 'lending.numbers.decimal-string', watch: judge };
