import { described, type OwnRule } from '@wallet-services/conformance/core';
import { type MatchedRequest, named } from '@wallet-services/conformance/mutation';

const isOffset =
  (form: RegExp) =>
  ({ query }: MatchedRequest) =>
    form.test(query.get('offset') ?? '');

export default [
  {
    id: 'wire.rpc-message',
    mutants: (at) => ({
      'RPC answers with something else': at.rpc('AllMarkets').value('', () => ({ data: 'markets' })),
      'the members of a Price message have other names': at
        .rpc('PriceRequest')
        .value('/data/*', (price) =>
          Object.fromEntries(Object.entries(Object(price)).map(([name, value]) => [`price_${name}`, value])),
        ),
    }),
  },
  {
    id: 'input.valid-accepted',
    mutants(at) {
      const { refused, operation } = at('createPayRequest');
      return [
        ...named({
          'times with nanoseconds are refused': at('listTransactions').refused(isOffset(/\.\d{9}/)),
          'times with an offset are refused': at('listTransactions').refused(isOffset(/[+-]\d\d:\d\d$/)),
          'UUIDs in capitals are refused': refused(
            ({ body }) => /"[0-9A-F]{8}-/.test(body) && /[A-F]{1}[0-9A-F]*-/.test(body),
          ),
          'bodies of JSON are not read': refused(undefined, 415),
        }),
        {
          id: 'pay requests are not found',
          mutation: refused(undefined, 404),
          target: described('lending', () => ({ known: { pay_request: operation.body?.example } })),
        },
      ];
    },
  },
] satisfies readonly OwnRule[];
