/** Amounts, rates and prices are decimal numbers written as strings (document 1, Resources and their fields). */
import { operationOf, responseFor } from '../../model/api.ts';
import { isDecimal } from '../../model/decimal.ts';
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { excerpt, typeName } from '../../model/json.ts';
import { type Placed, placesOf } from '../../model/places.ts';
import { within } from '../../model/pointer.ts';
import { broken, passUnless } from '../judgement.ts';
import type { OwnRule } from '../own.ts';
import type { Scene } from '../rule.ts';
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

export default {
  id: 'lending.numbers.decimal-string',
  watch(exchange, scene) {
    if (!isSuccess(exchange)) return [];
    const places = exchange.call.kind === 'rpc' ? inRpc(exchange, scene) : inHttp(exchange, scene);
    const expected = 'a decimal number written as a string';
    const wrong = places.filter(({ value }) => typeof value !== 'string' || !isDecimal(value));
    if (places.length === 0) return [];
    return passUnless(
      wrong.map(({ pointer, value }) =>
        broken({ expected, actual: `${excerpt(value)} (${typeName(value)})`, pointer, exchange }),
      ),
    );
  },
  faults: (at) => [
    { id: 'transaction amounts are JSON numbers', fault: at('listTransactions').value('/*/amount', Number) },
    {
      id: 'a market rate is in exponent form',
      fault: at('listMarkets').value('/data/*/supply_rate_per_block', () => '1.2e-8'),
    },
    { id: 'RPC rates are no decimals', fault: at.rpc('AllMarkets').value('/data/*/supplyApy', () => '2.5 %') },
  ],
} satisfies OwnRule;
