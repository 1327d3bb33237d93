/** Handlers with wrong answers: bodies, statuses, headers. */
import { Refusal } from '@wallet-services/runtime';
import { answers, type FaultyCase, type Given, good, ISO, SECRET, throws, time, withHeaders } from './case.ts';

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

export const bodies: readonly FaultyCase[] = [
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
  {
    id: 'a hole of an array',
    handlers: answers({ status: 200, body: Object.assign([], { 1: good }) }),
    status: 500,
    faults: 1,
  },
  {
    id: 'a member of the name __proto__',
    handlers: answers({ status: 200, body: JSON.parse(`{"__proto__":{"ts":1},"data":${JSON.stringify(time)}}`) }),
    status: 500,
    faults: 1,
  },
  {
    id: 'toJSON that returns a promise',
    handlers: answers({ status: 200, body: { ...good, toJSON: async () => good } }),
    status: 500,
    faults: 1,
  },
  { id: 'a promise as body', handlers: answers({ status: 200, body: Promise.resolve(good) }), status: 500, faults: 1 },
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

export const results: readonly FaultyCase[] = [
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

export const headers: readonly FaultyCase[] = [
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
