/** Pay requests that suit the server. */

import { randomUUID } from 'node:crypto';
import type { InputProfile } from '@wallet-services/conformance/builtin';
import {
  blockedBy,
  broken,
  type CheckContext,
  type Judgement,
  pass,
  type SuiteContext,
  sendTo,
} from '@wallet-services/conformance/core';
import { knownInputs, once } from '@wallet-services/conformance/discovery';
import { exampleInput, type InputVariant } from '@wallet-services/conformance/generate';
import {
  type Exchange,
  excerpt,
  formOf,
  type Input,
  isObject,
  type JsonObject,
  noInput,
  type Operation,
  operationOf,
  seededUuid,
  successJson,
} from '@wallet-services/conformance/model';
import { itemsOf } from './calls.ts';
import { lendingKnown } from './known.ts';

/** The form of a payment URL, `<scheme>://codes/<code_id>` (document 1, Endpoints). */
const DEEP_LINK = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/codes\/[^/?#]+$/;

/** The members that a client generates for each payment. */
const freshIds = ['trace_id', 'follow_id'] as const;

const isPayRequest = ({ id }: Operation) => id === 'createPayRequest';

/** The pay request of the target; null where it has none. */
function knownRequest(suite: SuiteContext): JsonObject | null {
  const [input] = knownInputs(suite, 'createPayRequest');
  return isObject(input?.body) ? input.body : (lendingKnown(suite).pay_request ?? null);
}

/** The pay request of the target, else the document's for the first market of this server. */
const payRequest = once(async (ctx: CheckContext): Promise<JsonObject> => {
  const known = knownRequest(ctx.suite);
  const { body } = exampleInput(operationOf(ctx.suite.api, 'createPayRequest'), 'required');
  const ids = Object.fromEntries(freshIds.map((name) => [name, seededUuid(ctx.suite.seed, ctx.suite.run, name)]));
  const example = { ...(known ?? (isObject(body) ? body : {})), ...ids };
  const [market] = known === null ? (itemsOf(await sendTo(ctx, 'listMarkets', {}, { label: 'markets' })) ?? []) : [];
  const asset = market?.['asset_id'];
  return formOf(asset) === 'uuid' ? { ...example, asset_id: asset } : example;
});

/** Gives a changed request fresh ids, since the server may have other data under the ids of the unchanged one. */
function withOwnIds(body: JsonObject): JsonObject {
  const ids = freshIds.filter((name) => Object.hasOwn(body, name)).map((name) => [name, randomUUID()]);
  return { ...body, ...Object.fromEntries(ids) };
}

/**
 * Gives a pay request fresh ids, derived from everything else in it, so that a server that knows the id from an earlier
 * run has the same payment under it. Ids that a variant changed are kept.
 */
function refresh(operation: Operation, base: Input, variant: InputVariant, { seed }: SuiteContext): InputVariant {
  const { body } = variant.input;
  const before = base.body;
  if (!isPayRequest(operation) || !isObject(body) || !isObject(before)) return variant;
  const rest = JSON.stringify({ ...body, trace_id: '', follow_id: '' });
  const ids = freshIds
    .filter((name) => Object.hasOwn(body, name) && body[name] === before[name])
    .map((name) => [name, seededUuid(seed, name, variant.name, rest)]);
  return { ...variant, input: { ...variant.input, body: { ...body, ...Object.fromEntries(ids) } } };
}

/** The inputs with values that each server may reject: memos, assets and amounts. */
const OWN_AFFAIR = ['body/asset_id', 'body/amount', 'body/memo_base64'];

export const lendingProfile: InputProfile = {
  // A server that accepts a payment accepts it in another form as well; which payments it accepts is its own choice.
  isCertain: ({ operation, place }, suite) =>
    operation === 'createPayRequest'
      ? place?.startsWith('body') === true || knownRequest(suite) !== null
      : operation !== null,
  // Document 1, Endpoints, lists the members of a pay request without saying which of them are required.
  isOpen: (operation, { change }) => isPayRequest(operation) && change === 'missing',
  // An offset has nanoseconds (document 1, Endpoints). The document leaves open whether it may have fewer digits.
  mayRefuse: (operation, { place = '', input: { query } }) =>
    isPayRequest(operation) ? OWN_AFFAIR.includes(place) : /:\d\d(?:\.\d{1,8})?(?:Z|[+-])/.test(query['offset'] ?? ''),
  complete: async (operation, ctx) => (isPayRequest(operation) ? { body: withOwnIds(await payRequest(ctx)) } : null),
  refresh,
  silent: {
    'listTransactions query/limit': ['many', '1.5'],
    'listTransactions query/offset': [''],
    'createPayRequest body/amount': ['0', '-1'],
    'createPayRequest body/memo_base64': ['', '3q2+7w=='],
    'createPayRequest body/a_member_that_is_not_documented': ['text'],
  },
};

/** Requests a payment URL with a valid request of its own. */
export async function sendPayment(ctx: CheckContext, name: string): Promise<{ exchange: Exchange; body: JsonObject }> {
  const operation = operationOf(ctx.suite.api, 'createPayRequest');
  const base = { ...noInput, body: await payRequest(ctx) };
  const { input } = refresh(operation, base, { name, input: base }, ctx.suite);
  const exchange = await sendTo(ctx, operation.id, input, { label: `pay ${name}` });
  return { exchange, body: isObject(input.body) ? input.body : {} };
}

/** Judges the URL of a payment answer, from HTTP or RPC. */
export function judgeDeepLink(exchange: Exchange): Judgement {
  const json = successJson(exchange);
  if (json === undefined) return blockedBy(exchange);
  const url = isObject(json) ? json['url'] : undefined;
  if (typeof url === 'string' && DEEP_LINK.test(url)) return pass;
  const expected = 'a deep link of the form <scheme>://codes/<code_id>';
  return broken({ expected, actual: excerpt(url), pointer: '/url', exchange });
}
