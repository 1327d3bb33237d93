/** Amounts, rates and prices are decimal numbers written as strings (document 1, Resources and their fields). */
import { broken, type OwnRule, passUnless, type SuiteContext } from '@wallet-services/conformance/core';
import {
  type Exchange,
  excerpt,
  finderFor,
  isDecimal,
  isSuccess,
  operationOf,
  responseFor,
  successJson,
  typeName,
} from '@wallet-services/conformance/model';
import type { Placed } from '@wallet-services/expressions';
import { itemsOf } from '../calls.ts';

const camel = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The items that the methods list. */
const components: Readonly<Record<string, string>> = { AllMarkets: 'Market', Transactions: 'Transaction' };

/** The places of decimals. The schemas of HTTP name the members; messages have the same, under either JSON spelling. */
function decimalsIn(exchange: Exchange, { api }: SuiteContext): readonly Placed[] {
  const { call, outcome } = exchange;
  if (outcome.kind !== 'answer') return [];
  if (call.kind === 'http') {
    const schema =
      call.operation === null ? null : responseFor(operationOf(api, call.operation), outcome.status)?.schema;
    return schema ? finderFor(api.document, 'component', 'DecimalString').find(schema, successJson(exchange)) : [];
  }
  const { properties = {} } = api.document.components.schemas[components[call.method] ?? ''] ?? {};
  const names = Object.entries(properties).filter(([, { $ref }]) => $ref?.endsWith('/DecimalString'));
  const both = new Set(names.flatMap(([name]) => [name, camel(name)]));
  return (itemsOf(exchange) ?? []).flatMap((item, index) =>
    Object.entries(item)
      .filter(([name]) => both.has(name))
      .map(([name, value]) => ({ pointer: `/data/${index}/${name}`, value })),
  );
}

export default {
  id: 'lending.numbers.decimal-string',
  watch(exchange, suite) {
    const places = isSuccess(exchange) ? decimalsIn(exchange, suite) : [];
    const wrong = places.filter(({ value }) => typeof value !== 'string' || !isDecimal(value));
    const breaches = wrong.map(({ pointer, value }) => {
      const [expected, actual] = ['a decimal number written as a string', `${excerpt(value)} (${typeName(value)})`];
      return broken({ expected, actual, pointer, exchange });
    });
    return places.length === 0 ? [] : passUnless(breaches);
  },
  mutants: (at) => ({
    'transaction amounts are JSON numbers': at('listTransactions').value('/*/amount', Number),
    'a market rate is in exponent form': at('listMarkets').value('/data/*/supply_rate_per_block', () => '1.2e-8'),
    'RPC rates are no decimals': at.rpc('AllMarkets').value('/data/*/supplyApy', () => '2.5 %'),
  }),
} satisfies OwnRule;
