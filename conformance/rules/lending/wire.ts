/** Lending servers that take what they must refuse, or refuse what they must take: for the rules of every exchange. */
import { randomUUID } from 'node:crypto';
import type { Asked, At } from '../../fault/at.ts';
import type { FaultMaker } from '../../fault/fault.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { described } from '../../twins/twin.ts';
import type { OwnFault, OwnRule } from '../own.ts';
import { payMembers } from './pay-requests.ts';

const lists = (at: At) => at('listTransactions');

/** Servers that are wrong altogether, and answers of a wrong shape, are tried on every service elsewhere. */
const answer = (): readonly OwnFault[] => [
  {
    id: 'wrong requests are never answered',
    fault: () => async (request, next) => {
      const reply = await next(request);
      return reply.kind === 'reply' && reply.status === 400 ? { kind: 'hang' } : reply;
    },
  },
];

/** Changes members of a pay request, so that the server behind accepts it. @param change given what it takes. */
function accepting(at: At, change: (body: JsonObject, right: JsonObject) => JsonObject): FaultMaker {
  const example = at('createPayRequest').operation.body?.example;
  return at('createPayRequest').body((body) => {
    const fresh = { trace_id: randomUUID(), follow_id: randomUUID() };
    return change(body, { ...(isObject(example) ? example : {}), ...fresh });
  });
}

const refused = (at: At): readonly OwnFault[] => [
  ...payMembers.map((name) => ({
    id: `${name} may have any form`,
    fault: accepting(at, (body, right) => (typeof body[name] === 'string' ? { ...body, [name]: right[name] } : body)),
  })),
  { id: 'amounts may be numbers', fault: accepting(at, (body) => ({ ...body, amount: String(body['amount']) })) },
  { id: 'any body is accepted', fault: accepting(at, (_, right) => right) },
  {
    id: 'a malformed offset is passed over',
    fault: lists(at).instead(async (asked, next) => {
      const reply = await next(asked);
      const isRefusal = reply.kind === 'reply' && reply.status === 400 && asked.query.has('offset');
      return isRefusal ? next({ ...asked, query: new URLSearchParams() }) : reply;
    }),
  },
];

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
  {
    id: 'pay requests are not found',
    fault: at('createPayRequest').refused(undefined, 404),
    target: described('lending', () => ({ known: { pay_request: at('createPayRequest').operation.body?.example } })),
  },
];

const rpcMessage = (at: At): readonly OwnFault[] => [
  { id: 'RPC answers with something else', fault: at.rpc('AllMarkets').value('', () => ({ data: 'markets' })) },
];

export default [
  { id: 'wire.answer', faults: answer },
  { id: 'wire.rpc-message', faults: rpcMessage },
  { id: 'input.invalid-refused', faults: refused },
  { id: 'input.valid-accepted', faults: accepted },
] satisfies readonly OwnRule[];
