import type { Asked, At } from '../../fault/at.ts';
import { isObject } from '../../model/values/json.ts';
import { described } from '../../twins/twin.ts';
import type { OwnFault, OwnRule } from '../rule.ts';

const lists = (at: At) => at('listTransactions');

const offsetLike =
  (form: RegExp) =>
  ({ query }: Asked) =>
    form.test(query.get('offset') ?? '');

const accepted = (at: At): readonly OwnFault[] => [
  { id: 'times with nanoseconds are refused', fault: lists(at).refused(offsetLike(/\.\d{9}/)) },
  { id: 'times with an offset are refused', fault: lists(at).refused(offsetLike(/[+-]\d\d:\d\d$/)) },
  {
    id: 'UUIDs in capitals are refused',
    fault: at('createPayRequest').refused(({ body }) => /"[0-9A-F]{8}-/.test(body) && /[A-F]{1}[0-9A-F]*-/.test(body)),
  },
  { id: 'bodies of JSON are not read', fault: at('createPayRequest').refused(undefined, 415) },
  {
    id: 'pay requests are not found',
    fault: at('createPayRequest').refused(undefined, 404),
    target: described('lending', () => ({ known: { pay_request: at('createPayRequest').operation.body?.example } })),
  },
];

const rpcMessage = (at: At): readonly OwnFault[] => [
  { id: 'RPC answers with something else', fault: at.rpc('AllMarkets').value('', () => ({ data: 'markets' })) },
  {
    id: 'the members of a Price message have other names',
    fault: at
      .rpc('PriceRequest')
      .value('/data/*', (price) =>
        Object.fromEntries(
          Object.entries(isObject(price) ? price : {}).map(([name, value]) => [`price_${name}`, value]),
        ),
      ),
  },
];

export default [
  { id: 'wire.rpc-message', faults: rpcMessage },
  { id: 'input.valid-accepted', faults: accepted },
] satisfies readonly OwnRule[];
