/** Requests that must not reach a handler, or must reach it unchanged. */
import { documentOf } from '@wallet-services/generators/testing/documents';
import { Refusal } from '@wallet-services/runtime';
import { notImplementedYet } from '@wallet-services/runtime/not-implemented';
import { type FaultyCase, SECRET, withHeaders } from './case.ts';

const mine = { path: '/me/vats', head: 'Authorization: Bearer bad\r\n' };
export const callers: readonly FaultyCase[] = [
  ...[undefined, null, false].map(
    (caller): FaultyCase => ({
      id: `a caller of ${caller}`,
      handlers: {},
      options: { authenticate: () => caller },
      request: mine,
      status: 401,
      faults: 0,
      has: /www-authenticate: Bearer\r\n/i,
    }),
  ),
  ...[() => Number.NaN, async () => Number.NaN].map(
    (authenticate, place): FaultyCase => ({
      id: `a caller of NaN${place === 0 ? '' : ', later'}`,
      handlers: {},
      options: { authenticate },
      request: mine,
      status: 401,
      faults: 1,
      has: /www-authenticate: Bearer\r\n/i,
    }),
  ),
  {
    id: 'a caller of false, later',
    handlers: {},
    options: { authenticate: async () => false },
    request: mine,
    status: 401,
    faults: 0,
  },
  {
    id: 'a verifier that refuses',
    handlers: {},
    options: {
      authenticate: () => {
        throw new Refusal(401, 'the token has expired');
      },
    },
    request: mine,
    status: 401,
    faults: 0,
    has: /www-authenticate: Bearer\r\n/i,
  },
  {
    id: 'a verifier with an error of its own',
    handlers: {},
    options: {
      authenticate: () => {
        throw Object.assign(new Error(`"exp" claim of ${SECRET}`), { code: 'ERR_JWT_EXPIRED', status: 401 });
      },
    },
    request: mine,
    status: 500,
    faults: 1,
  },
  {
    id: 'no credential',
    handlers: {},
    request: { path: '/me/vats' },
    status: 401,
    faults: 0,
    has: /www-authenticate: Bearer\r\n/i,
  },
  {
    id: 'two credentials',
    handlers: {},
    request: { path: '/me/vats', head: 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n' },
    status: 401,
    faults: 0,
  },
  {
    id: 'a handler that refuses its caller',
    handlers: {
      listMyVaults: () => {
        throw new Refusal(401, 'sign in again');
      },
    },
    request: mine,
    status: 401,
    faults: 0,
    has: /www-authenticate: Bearer\r\n/i,
  },
];

const payment = JSON.stringify(
  documentOf('lending').paths['/api/v1/pay-requests']?.post?.requestBody?.content['application/json']?.example,
);
const posted = { method: 'POST', path: '/api/v1/pay-requests', head: 'Content-Type: application/json\r\n' };
export const received: readonly FaultyCase[] = [
  {
    id: 'a body that was read before',
    service: 'lending',
    handlers: {},
    before: 'reader',
    request: { ...posted, body: payment },
    status: 500,
    faults: 1,
  },
  {
    id: 'a body in bytes',
    service: 'lending',
    handlers: {},
    before: 'express.raw',
    request: { ...posted, body: payment },
    status: 200,
    faults: 0,
  },
  {
    id: 'a body as text',
    service: 'lending',
    handlers: {},
    before: 'express.text',
    request: { ...posted, body: payment },
    status: 200,
    faults: 0,
  },
  {
    id: 'a cookie of a middleware',
    handlers: withHeaders({ 'Set-Cookie': 'b=2', Vary: 'Accept' }),
    before: 'cookies',
    adapters: ['express', 'node'],
    status: 200,
    faults: 0,
    has: /set-cookie: a=1\r\nset-cookie: b=2/i,
  },
  {
    id: 'two content types',
    service: 'lending',
    handlers: {},
    request: { ...posted, head: `${posted.head}${posted.head}`, body: payment },
    status: 415,
    faults: 0,
  },
  {
    id: 'an id beyond what a number holds',
    handlers: {},
    request: { path: '/vats?cursor=9007199254740993' },
    status: 400,
    faults: 0,
  },
  {
    id: 'a limit beyond what a number holds',
    handlers: {},
    request: { path: '/vats?limit=9007199254740993' },
    status: 200,
    faults: 0,
  },
  { id: 'a target in absolute form', handlers: {}, request: { path: 'http://elsewhere/time' }, status: 200, faults: 0 },
  { id: 'no handler yet', handlers: { readTime: notImplementedYet }, status: 501, faults: 0 },
];
