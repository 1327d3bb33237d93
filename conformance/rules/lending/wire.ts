/** Lending servers whose answers are broken as such, or that take what they must refuse: for the rules of every exchange. */
import { randomUUID } from 'node:crypto';
import type { Asked, At, Place } from '../../fault/at.ts';
import type { FaultMaker } from '../../fault/fault.ts';
import { jsonReply, type Reply } from '../../fault/proxy/reply.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { described } from '../../twins/twin.ts';
import type { OwnFault, OwnRule } from '../own.ts';
import { payMembers } from './pay-requests.ts';

const lists = (at: At) => at('listTransactions');

/** Sends something else in place of a successful answer. */
function instead(place: Place, change: (reply: Extract<Reply, { kind: 'reply' }>) => Reply): FaultMaker {
  return place.reply((reply) => (reply.status === 200 ? change(reply) : reply));
}

const schema = (at: At): readonly OwnFault[] => [
  { id: 'the list of transactions is wrapped', fault: lists(at).answer((json) => ({ data: json })) },
  {
    id: 'the list of markets is bare',
    fault: at('listMarkets').answer((json) => (isObject(json) ? json['data'] : json)),
  },
  { id: 'an action is unknown', fault: lists(at).value('/*/action', () => 38) },
  { id: 'an id is text', fault: lists(at).value('/*/id', String) },
  {
    id: 'the version of markets is missing',
    fault: at('listMarkets').value('/data/*', (market) => {
      const { version: _, ...rest } = market as JsonObject;
      return rest;
    }),
  },
  { id: 'every answer is an empty object', fault: () => () => jsonReply(200, {}) },
];

const status = (): readonly OwnFault[] => [
  { id: 'everything is 500', fault: () => () => jsonReply(500, { msg: 'broken' }) },
  {
    id: 'everything redirects to itself',
    fault:
      () =>
      ({ path }) => ({ kind: 'reply', status: 302, contentType: null, body: '', headers: { location: path } }),
  },
];

const contentType = (at: At): readonly OwnFault[] => [
  { id: 'lists are sent as HTML', fault: instead(lists(at), (reply) => ({ ...reply, contentType: 'text/html' })) },
  { id: 'lists have no content type', fault: instead(lists(at), (reply) => ({ ...reply, contentType: null })) },
];

const json = (at: At): readonly OwnFault[] => [
  { id: 'lists are cut off', fault: instead(lists(at), (reply) => ({ ...reply, body: reply.body.slice(0, -1) })) },
  { id: 'lists are empty texts', fault: instead(lists(at), (reply) => ({ ...reply, body: '' })) },
];

const answer = (at: At): readonly OwnFault[] => [
  { id: 'nothing is ever answered', fault: () => () => ({ kind: 'hang' }) },
  { id: 'connections close in the middle', fault: instead(lists(at), () => ({ kind: 'close' })) },
  { id: 'answers never end', fault: instead(at('listMarkets'), () => ({ kind: 'endless' })) },
  { id: 'answers are no HTTP', fault: instead(lists(at), () => ({ kind: 'garbage' })) },
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
  { id: 'wire.schema', faults: schema },
  { id: 'wire.status', faults: status },
  { id: 'wire.content-type', faults: contentType },
  { id: 'wire.json', faults: json },
  { id: 'wire.answer', faults: answer },
  { id: 'wire.rpc-message', faults: rpcMessage },
  { id: 'input.invalid-refused', faults: refused },
  { id: 'input.valid-accepted', faults: accepted },
] satisfies readonly OwnRule[];
