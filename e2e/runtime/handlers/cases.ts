/**
 * The catalogue of faulty handlers: each violates the document, HTTP or its own types, in a way that has occurred in
 * practice. The expected answer of the stubs is part of the case; the rules for all of them are in the test.
 */
import type { ServiceName } from '@wallet-services/contract/services';
import { documentOf } from '@wallet-services/generators/testing/documents';
import { Refusal, type ServeOptions } from '@wallet-services/runtime';
import { notImplementedYet } from '@wallet-services/runtime/not-implemented';
import type { Adapter, AnyHandlers } from '../serve.ts';

/** Must never leave a server: it represents a key, a row of a database, or a path. */
export const SECRET = 'sk-live-hunter2';

export interface FaultyCase {
  readonly id: string;
  readonly service?: ServiceName;
  readonly handlers: AnyHandlers;
  readonly options?: ServeOptions<unknown, unknown, never>;
  /** Default: all. */
  readonly adapters?: readonly Adapter[];
  /** What runs in front of the service. */
  readonly before?: 'express.raw' | 'express.text' | 'reader' | 'cookies';
  /** The request line after the method; default: reads the time. */
  readonly request?: {
    readonly method?: string;
    readonly path?: string;
    readonly head?: string;
    readonly body?: string;
  };
  readonly status: number;
  /** How often `onFault` is called. */
  readonly faults: number;
  /** What the answer has to match, head and body. */
  readonly has?: RegExp;
}

type Given = Parameters<AnyHandlers[string]>[0];

const ISO = '2021-08-17T11:14:49Z';
const time = { iso: ISO, epoch: Date.parse(ISO) / 1000 };
const good = { ts: Date.parse(ISO), data: time };
const answers = (answer: unknown): AnyHandlers => ({ readTime: () => answer });
const throws = (make: () => unknown): AnyHandlers => ({
  readTime: () => {
    throw make();
  },
});
const withHeaders = (headers: unknown): AnyHandlers => answers({ status: 200, body: good, headers });
/** Reads as a number that is not there: a `Refusal` of JavaScript has no compiler to reject it. */
const status = (value: unknown): 400 => value as 400;

class Entity {
  get iso(): string {
    return ISO;
  }
  get epoch(): number {
    return time.epoch;
  }
}

function counting(): object {
  let reads = 0;
  return {
    get iso() {
      reads += 1;
      return reads === 1 ? ISO : SECRET;
    },
    epoch: time.epoch,
  };
}

function circle(): object {
  const data: Record<string, unknown> = { ...time };
  data['again'] = data;
  return { ...good, data };
}

function upstream(name: string, members: object): Error {
  return Object.assign(new Error(`Incorrect API key provided: ${SECRET}`), { name, ...members });
}

const bodies: readonly FaultyCase[] = [
  {
    id: 'accessors of a class',
    handlers: answers({ status: 200, body: { ...good, data: new Entity() } }),
    status: 500,
    faults: 1,
  },
  {
    id: 'members of a prototype',
    handlers: answers({ status: 200, body: Object.create(good) }),
    status: 500,
    faults: 1,
  },
  {
    id: 'toJSON that says something else',
    handlers: answers({ status: 200, body: { ...good, data: { ...time, toJSON: () => ({ secret: SECRET }) } } }),
    status: 500,
    faults: 1,
  },
  {
    id: 'toJSON of the whole body',
    handlers: answers({ status: 200, body: { rows: SECRET, toJSON: () => good } }),
    status: 200,
    faults: 0,
  },
  {
    id: 'a date',
    handlers: answers({ status: 200, body: { ...good, data: { ...time, iso: new Date(ISO) } } }),
    status: 200,
    faults: 0,
  },
  {
    id: 'an accessor that changes',
    handlers: { readTime: () => ({ status: 200, body: { ...good, data: counting() } }) },
    status: 200,
    faults: 0,
  },
  { id: 'a circle', handlers: answers({ status: 200, body: circle() }), status: 500, faults: 1 },
  { id: 'a BigInt', handlers: answers({ status: 200, body: { ...good, ts: 1n } }), status: 500, faults: 1 },
  { id: 'not a number', handlers: answers({ status: 200, body: { ...good, ts: Number.NaN } }), status: 500, faults: 1 },
  {
    id: 'an integer beyond 64 bits',
    handlers: answers({ status: 200, body: { ...good, ts: 2 ** 70 } }),
    status: 500,
    faults: 1,
  },
  { id: 'a function', handlers: answers({ status: 200, body: { ...good, data: () => time } }), status: 500, faults: 1 },
  {
    id: 'a map',
    handlers: answers({ status: 200, body: { ...good, data: new Map(Object.entries(time)) } }),
    status: 500,
    faults: 1,
  },
  { id: 'no body', handlers: answers({ status: 200, body: undefined }), status: 500, faults: 1 },
  {
    id: 'an accessor that throws',
    handlers: answers({
      status: 200,
      get body() {
        throw new Error(SECRET);
      },
    }),
    status: 500,
    faults: 1,
  },
  {
    id: 'a proxy that throws',
    handlers: answers({
      status: 200,
      body: new Proxy(
        {},
        {
          ownKeys() {
            throw new Error(SECRET);
          },
        },
      ),
    }),
    status: 500,
    faults: 1,
  },
  {
    id: 'an undocumented member, left out',
    handlers: answers({ status: 200, body: { ...good, data: { ...time, password: SECRET } } }),
    options: { undocumented: 'strip' },
    status: 200,
    faults: 0,
  },
  {
    id: 'an undocumented member, refused',
    handlers: answers({ status: 200, body: { ...good, data: { ...time, password: SECRET } } }),
    options: { undocumented: 'refuse' },
    status: 500,
    faults: 1,
  },
];

const results: readonly FaultyCase[] = [
  { id: 'nothing returned', handlers: answers(undefined), status: 500, faults: 1 },
  { id: 'a text returned', handlers: answers(SECRET), status: 500, faults: 1 },
  { id: 'a status as text', handlers: answers({ status: '200', body: good }), status: 500, faults: 1 },
  ...[0, 99, 101, 204, 304, 999, 1000, 200.5, Number.NaN, -200, undefined].map(
    (value): FaultyCase => ({
      id: `the status ${value}`,
      handlers: answers({ status: value, body: good }),
      status: 500,
      faults: 1,
    }),
  ),
];

const headers: readonly FaultyCase[] = [
  { id: 'a header beyond Latin-1', handlers: withHeaders({ 'X-Slug': '\u20ac' }), status: 500, faults: 1 },
  {
    id: 'a header with a line break',
    handlers: withHeaders({ 'X-Slug': `a\r\nSet-Cookie: ${SECRET}` }),
    status: 500,
    faults: 1,
  },
  { id: 'a header with a bad name', handlers: withHeaders({ 'X Slug': 'a' }), status: 500, faults: 1 },
  { id: 'a header with an empty name', handlers: withHeaders({ '': 'a' }), status: 500, faults: 1 },
  { id: 'a header that is an object', handlers: withHeaders({ 'X-Slug': { a: 1 } }), status: 500, faults: 1 },
  { id: 'headers that are text', handlers: withHeaders('X-Slug: a'), status: 500, faults: 1 },
  { id: 'a header of Latin-1', handlers: withHeaders({ 'X-Slug': 'caf\u00e9 ' }), status: 200, faults: 0 },
  {
    id: 'headers of framing in lower case',
    handlers: withHeaders({
      'content-type': 'application/problem+json',
      'content-length': '5',
      'transfer-encoding': 'chunked',
    }),
    status: 200,
    faults: 0,
    has: /content-type: application\/json; charset=utf-8/i,
  },
  { id: 'an encoding that is none', handlers: withHeaders({ 'Content-Encoding': 'gzip' }), status: 500, faults: 1 },
  {
    id: 'one header in two cases',
    handlers: withHeaders({ vary: 'Accept', Vary: 'Origin', 'x-a': '1', 'X-A': '2' }),
    status: 200,
    faults: 0,
    has: /vary: accept, origin/i,
  },
  {
    id: 'two cookies',
    handlers: withHeaders({ 'Set-Cookie': ['a=1', 'b=2'] }),
    status: 200,
    faults: 0,
    has: /set-cookie: a=1\r\nset-cookie: b=2/i,
  },
  {
    id: 'headers of the Fetch API',
    handlers: withHeaders(
      new Headers([
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ]),
    ),
    status: 200,
    faults: 0,
    has: /set-cookie: a=1\r\nset-cookie: b=2/i,
  },
  {
    id: 'a header of a refusal',
    handlers: throws(() => new Refusal(404, 'moved', { headers: { Location: `/a\r\nX-Key: ${SECRET}` } })),
    status: 500,
    faults: 1,
  },
  {
    id: 'a query in a header',
    handlers: {
      readTime: ({ request }: Given) => ({
        status: 404,
        body: { code: 404 },
        headers: { 'X-Url': decodeURIComponent(request.url) },
      }),
    },
    request: { path: '/time?slug=%E2%82%AC' },
    status: 500,
    faults: 1,
  },
];

const errors: readonly FaultyCase[] = [
  { id: 'an error', handlers: throws(() => new Error(SECRET)), status: 500, faults: 1 },
  { id: 'an object thrown', handlers: throws(() => ({ status: 404, message: SECRET })), status: 500, faults: 1 },
  ...[null, undefined, SECRET, 7, Symbol(SECRET), Object.create(null)].map(
    (thrown): FaultyCase => ({
      id: `thrown: ${typeof thrown} ${Object.prototype.toString.call(thrown)}`,
      handlers: throws(() => thrown),
      status: 500,
      faults: 1,
    }),
  ),
  {
    id: 'a proxy thrown',
    handlers: throws(
      () =>
        new Proxy(
          {},
          {
            getPrototypeOf: () => {
              throw new Error(SECRET);
            },
          },
        ),
    ),
    status: 500,
    faults: 1,
  },
  {
    id: 'an error of an API client',
    handlers: throws(() => upstream('AuthenticationError', { status: 401, headers: { 'x-key': SECRET } })),
    status: 500,
    faults: 1,
  },
  {
    id: 'an error of axios',
    handlers: throws(() => upstream('AxiosError', { status: 404, isAxiosError: true })),
    status: 500,
    faults: 1,
  },
  {
    id: 'an error of http-errors that hides its message',
    handlers: throws(() => upstream('UnauthorizedError', { status: 401, expose: false })),
    status: 500,
    faults: 1,
  },
  {
    id: 'an error of http-errors for the client',
    handlers: throws(() => Object.assign(new Error('there is none'), { status: 404, expose: true })),
    status: 404,
    faults: 0,
    has: /there is none/,
  },
  ...[200, 99, 1000, 500, 504, '404', undefined].map(
    (value): FaultyCase => ({
      id: `a refusal of status ${JSON.stringify(value)}`,
      handlers: throws(() => new Refusal(status(value), SECRET)),
      status: 500,
      faults: 1,
    }),
  ),
  {
    id: 'a refusal that was changed',
    handlers: throws(() => Object.assign(new Refusal(404, SECRET), { status: 200 })),
    status: 500,
    faults: 1,
  },
  {
    id: 'a refusal of another code',
    handlers: throws(() => new Refusal(404, 'none', { code: 10404 })),
    status: 404,
    faults: 0,
  },
  {
    id: 'a cause of a refusal',
    handlers: throws(() => new Refusal(409, 'used', { cause: new Error(SECRET) })),
    status: 409,
    faults: 0,
  },
  {
    id: 'a server that does not answer',
    handlers: throws(() => new Refusal(502, 'the chain does not answer')),
    status: 502,
    faults: 1,
  },
  {
    id: 'a promise that rejects later',
    handlers: { readTime: () => new Promise((_resolve, reject) => setTimeout(() => reject(new Error(SECRET)), 5)) },
    status: 500,
    faults: 1,
  },
];

const hooks: readonly FaultyCase[] = [
  {
    id: 'a logger that throws',
    handlers: throws(() => new Error(SECRET)),
    options: {
      onFault() {
        throw new Error('the logger is broken');
      },
    },
    status: 500,
    faults: 0,
  },
  {
    id: 'a logger that rejects',
    handlers: throws(() => new Error(SECRET)),
    options: {
      async onFault() {
        throw new Error('the logger is broken');
      },
    },
    status: 500,
    faults: 0,
  },
  {
    id: 'an observer that throws',
    handlers: answers({ status: 200, body: good }),
    options: {
      observe() {
        throw new Error(SECRET);
      },
    },
    status: 200,
    faults: 1,
  },
  {
    id: 'an observer that rejects',
    handlers: answers({ status: 200, body: good }),
    options: {
      async observe(_call, run) {
        await run();
        throw new Error(SECRET);
      },
    },
    status: 200,
    faults: 1,
  },
  {
    id: 'an observer that never runs it',
    handlers: answers({ status: 200, body: good }),
    options: { observe: () => new Promise(() => undefined) },
    status: 200,
    faults: 0,
  },
  {
    id: 'an example of a bad form',
    handlers: {},
    options: { answerInstead: async () => ({ status: 200, body: { secret: SECRET } }) },
    status: 500,
    faults: 1,
  },
  {
    id: 'an example that is refused',
    handlers: {},
    options: {
      answerInstead: () => {
        throw new Refusal(404, 'no such example');
      },
    },
    status: 404,
    faults: 0,
  },
  {
    id: 'a judge that throws',
    handlers: answers({ status: 200, body: good }),
    options: {
      judgeAnswer: () => {
        throw new Error(SECRET);
      },
    },
    status: 500,
    faults: 1,
  },
  {
    id: 'a turn that rejects',
    handlers: answers({ status: 200, body: good }),
    options: { turn: () => Promise.reject(new Error(SECRET)) },
    status: 500,
    faults: 1,
  },
];

const mine = { path: '/me/vats', head: 'Authorization: Bearer bad\r\n' };
const callers: readonly FaultyCase[] = [
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
const received: readonly FaultyCase[] = [
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

/** All cases; their ids are unique. */
export const faultyCases: readonly FaultyCase[] = [
  ...bodies,
  ...results,
  ...headers,
  ...errors,
  ...hooks,
  ...callers,
  ...received,
];
