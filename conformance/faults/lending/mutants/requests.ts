/** Servers that are wrong about what they are asked: paths, tokens, inputs, payments. */
import { randomUUID } from 'node:crypto';
import { changed, type Fault, jsonReply } from '../../../fault/proxy/reply.ts';
import { isObject } from '../../../model/json.ts';
import type { Target } from '../../../target/target.ts';
import type { Mutant } from '../../mutant.ts';

const PAY = '/api/v1/pay-requests';
const DEEP_LINK = 'lending.pay-requests.deep-link';
const ACCEPTED = 'input.valid-accepted';
const REFUSED = 'input.invalid-refused';

const VALID = 'a-token-that-is-valid';
const EXPIRED = 'a-token-that-has-expired';

/** Gives the target a valid token and an expired one. */
export function withTokens({ services: { lending }, ...target }: Target): Target {
  if (lending === undefined) return { ...target, services: {} };
  const credentials = { AccessToken: VALID };
  return {
    ...target,
    services: { lending: { ...lending, credentials, expiredCredentials: { AccessToken: EXPIRED } } },
  };
}

/** Fills what is missing in a pay request, so that the server behind accepts it. */
function accepting(fill: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>): Fault {
  return (request, next) => {
    if (!request.path.endsWith(PAY)) return next(request);
    try {
      const body: unknown = JSON.parse(request.body);
      return isObject(body) ? next({ ...request, body: JSON.stringify(fill(body)) }) : next(request);
    } catch {
      return next(request);
    }
  };
}

const ASSET = '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51';

/** Another payment each time. */
function defaults(): Readonly<Record<string, string>> {
  return { asset_id: ASSET, amount: '1', trace_id: randomUUID(), follow_id: randomUUID(), memo_base64: '' };
}

const members: readonly Mutant[] = Object.keys(defaults()).flatMap((name) => [
  {
    id: `${name} may be missing`,
    kills: REFUSED,
    fault: () => accepting((body) => ({ [name]: defaults()[name], ...body })),
  },
  {
    id: `${name} may have any form`,
    kills: REFUSED,
    fault: () => accepting((body) => (typeof body[name] === 'string' ? { ...body, [name]: defaults()[name] } : body)),
  },
]);

const inputs: readonly Mutant[] = [
  ...members,
  {
    id: 'amounts may be numbers',
    kills: REFUSED,
    fault: () => accepting((body) => ({ ...body, amount: String(body['amount']) })),
  },
  {
    id: 'any body is accepted',
    kills: REFUSED,
    fault: () => (request, next) =>
      request.path.endsWith(PAY) ? next({ ...request, body: JSON.stringify(defaults()) }) : next(request),
  },
  {
    id: 'a malformed offset is passed over',
    kills: REFUSED,
    fault: () => async (request, next) => {
      const reply = await next(request);
      const isRefusal = reply.kind === 'reply' && reply.status === 400 && request.query.has('offset');
      return isRefusal ? next({ ...request, query: new URLSearchParams() }) : reply;
    },
  },
  {
    id: 'times with nanoseconds are refused',
    kills: ACCEPTED,
    fault: () => (request, next) =>
      /\.\d{9}/.test(request.query.get('offset') ?? '') ? jsonReply(400, { msg: 'no' }) : next(request),
  },
  {
    id: 'times with an offset are refused',
    kills: ACCEPTED,
    fault: () => (request, next) =>
      /[+-]\d\d:\d\d$/.test(request.query.get('offset') ?? '') ? jsonReply(400, { msg: 'no' }) : next(request),
  },
  {
    id: 'UUIDs in capitals are refused',
    kills: ACCEPTED,
    fault: () => (request, next) =>
      /"[0-9A-F]{8}-/.test(request.body) && /[A-F]{1}[0-9A-F]*-/.test(request.body)
        ? jsonReply(400, {})
        : next(request),
  },
  {
    id: 'pay requests are not found',
    kills: ACCEPTED,
    fault: () => (request, next) =>
      request.path.endsWith(PAY) ? jsonReply(404, { msg: 'no such path' }) : next(request),
  },
];

const meaning: readonly Mutant[] = [
  {
    id: 'the paths have no prefix',
    kills: 'lending.version.path-prefix',
    fault: () => (request, next) => {
      const { path } = request;
      if (path.startsWith('/lending/api/v1')) return jsonReply(404, { msg: 'no such path' });
      return next({ ...request, path: path.replace('/lending', '/lending/api/v1') });
    },
  },
  {
    id: 'expired tokens are accepted',
    kills: 'lending.auth.token-lifetime',
    target: withTokens,
    fault: () => (request, next) => {
      const { authorization } = request.headers;
      const known = [VALID, EXPIRED].some((token) => authorization === `Bearer ${token}`);
      return known ? next(request) : jsonReply(401, { msg: 'a token is needed' });
    },
  },
  {
    id: 'the payment URL is a web address',
    kills: DEEP_LINK,
    fault: () => changed(PAY, () => ({ url: 'https://wallet.example.org/pay/3f1a6e1e-0b7c-4d2a-9c55-8f0e2b7d6a41' })),
  },
  {
    id: 'the payment URL has no code',
    kills: DEEP_LINK,
    fault: () => changed(PAY, () => ({ url: 'wallet://codes/' })),
  },
];

export const requestMutants: readonly Mutant[] = [...meaning, ...inputs];
