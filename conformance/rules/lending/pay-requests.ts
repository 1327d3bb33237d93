/** Pay requests that fit the server, and the deep link they are answered with. */
import { exampleInput, type Variant } from '../../generate/inputs.ts';
import { type Operation, operationOf } from '../../model/api.ts';
import { callOf, type Input } from '../../model/call.ts';
import { type Call, type Exchange, isSuccess, successJson, type Trace } from '../../model/exchange.ts';
import { excerpt, isObject, type JsonObject } from '../../model/json.ts';
import { seededUuid } from '../../model/uuid.ts';
import { blockedBy, broken, pass } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { itemsOf, marketsCall } from './calls.ts';
import { lendingKnown } from './known.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Document 1, Endpoints: `<scheme>://codes/<code_id>`. */
const DEEP_LINK = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/codes\/[^/?#]+$/;

/** The members that a client makes up anew for each payment. */
const freshIds = ['trace_id', 'follow_id'] as const;

/** The pay request the target names, else the document's for the first market of this server. */
export function* preparePayRequest(example: Input, scene: Scene): Generator<Call, Input, Exchange> {
  const { pay_request: payRequest } = lendingKnown(scene);
  if (payRequest !== undefined) return { ...example, body: payRequest };
  const [market] = itemsOf(yield marketsCall(scene, 'markets')) ?? [];
  const asset = market?.['asset_id'];
  if (typeof asset !== 'string' || !UUID.test(asset) || !isObject(example.body)) return example;
  return { ...example, body: { ...example.body, asset_id: asset } };
}

/**
 * Gives a pay request ids of its own, made from everything else in it, so that a server that knows the id from an
 * earlier run knows the same payment by it. Ids that a variant changed are left as they are.
 */
export function refreshPayRequest(base: Input, variant: Variant, { seed }: Scene): Variant {
  const { body } = variant.input;
  const before = base.body;
  if (!isObject(body) || !isObject(before)) return variant;
  const rest = JSON.stringify({ ...body, trace_id: '', follow_id: '' });
  const ids = freshIds
    .filter((name) => Object.hasOwn(body, name) && body[name] === before[name])
    .map((name) => [name, seededUuid(seed, name, variant.name, rest)]);
  return { ...variant, input: { ...variant.input, body: { ...body, ...Object.fromEntries(ids) } } };
}

/** Pay requests whose meaning the documents leave open. */
export function payRequestProbes(base: Input): readonly Variant[] {
  const { body } = base;
  if (!isObject(body)) return [];
  const probe = (name: string, change: JsonObject): Variant => ({
    name,
    input: { ...base, body: { ...body, ...change } },
  });
  return [
    probe('amount zero', { amount: '0' }),
    probe('amount below zero', { amount: '-1' }),
    probe('empty memo', { memo_base64: '' }),
    probe('memo with padding', { memo_base64: '3q2+7w==' }),
    probe('a member that is not documented', { note: 'text' }),
  ];
}

/** Inputs that an operation must take, with ids of their own where it is given any. */
export function* freshInput(operation: Operation, name: string, scene: Scene): Generator<Call, Input, Exchange> {
  const example = exampleInput(operation, 'required');
  if (operation.id !== 'createPayRequest') return example;
  const base = yield* preparePayRequest(example, scene);
  return refreshPayRequest(base, { name, input: base }, scene).input;
}

/** Asks for a payment URL with a valid request. */
export function* askForPayment(scene: Scene, name: string): Generator<Call, Input, Exchange> {
  const operation = operationOf(scene.api, 'createPayRequest');
  const input = yield* freshInput(operation, name, scene);
  yield callOf(operation, input, { label: 'pay' });
  return input;
}

/** Judges the URL of a payment answer, from HTTP or RPC. */
export function judgeDeepLink(exchange: Exchange): Judgement {
  const json = successJson(exchange);
  if (json === undefined) return blockedBy(exchange);
  const url = isObject(json) ? json['url'] : undefined;
  if (typeof url === 'string' && DEEP_LINK.test(url)) return pass;
  return broken({
    expected: 'a deep link of the form <scheme>://codes/<code_id>',
    actual: excerpt(url),
    pointer: '/url',
    exchange,
  });
}

export const deepLink: Rule = {
  id: 'lending.pay-requests.deep-link',
  plan: (scene) => [
    {
      id: 'deep-link',
      operation: 'createPayRequest',
      script: function* (): Script {
        yield* askForPayment(scene, 'deep-link');
      },
    },
  ],
  judge: (trace: Trace) => {
    const payments = trace.exchanges.filter(({ call }) => call.label === 'pay');
    const [payment] = payments;
    return payment === undefined || !isSuccess(payment) ? [blockedBy(payment)] : [judgeDeepLink(payment)];
  },
};
