import { parse } from 'node:querystring';
import { expect, it } from 'vitest';
import { cookiesOf, queryOf, reader } from './input.ts';
import type { Parameter } from './operation.ts';

it.each([
  '',
  'a',
  'a=',
  '=b',
  'a=1&a=2&a=3&b=',
  'a=1&&b=2&',
  'a=b=c',
  'a=?b',
  'a=+%2B+&%61=1',
  'a=%E0%A4%A&b=%zz&c=%',
  'a=2020-12-12T12:12:12+08:00',
  '__proto__=1&constructor=2',
])('reads a query as Node.js does: %s', (query) => expect(queryOf(`/path?${query}`)).toEqual(parse(query)));

it.each([
  ['/path', {}],
  ['?a=1', { a: '1' }],
])('reads the query of %s', (url, query) => expect({ ...queryOf(url) }).toEqual(query));

it('reads a thousand pairs, and rejects more instead of ignoring the last ones', () => {
  const queryWith = (length: number) => queryOf(`/?${Array.from({ length }, (_, i) => `a${i}=`).join('&')}`);
  expect(Object.keys(queryWith(1_000))).toHaveLength(1_000);
  expect(() => queryWith(1_001)).toThrow('the query has more than 1000 pairs of a name and a value');
  expect(() => queryWith(1_001)).toThrow(expect.objectContaining({ status: 400 }));
});

const parameter = (members: Partial<Parameter>): Parameter => ({
  name: 'p',
  in: 'query',
  required: false,
  type: 'integer',
  ...members,
});

/** The result of reading a query, or the message of the refusal. */
function read(members: Partial<Parameter>, query: string): unknown {
  const of = reader({
    id: 'read',
    method: 'get',
    path: '/',
    summary: '',
    parameters: [parameter(members)],
    security: [],
    statuses: ['200'],
  });
  try {
    return of({ url: `/?${query}`, header: () => undefined }, {}, undefined).query['p'];
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

it.each<[Partial<Parameter>, string, unknown]>([
  [{}, 'p=9007199254740991', 9007199254740991],
  [{}, 'p=9007199254740993', 'query parameter p is beyond the integers that can be read exactly'],
  [{}, 'p=-9007199254740993', 'query parameter p is beyond the integers that can be read exactly'],
  [{ saturates: true }, 'p=9007199254740993', Number.MAX_SAFE_INTEGER],
  [{ saturates: true }, `p=-${'9'.repeat(400)}`, Number.MIN_SAFE_INTEGER],
  [{ clamp: 128 }, 'p=129', 128],
  [{ clamp: 128 }, 'p=127', 127],
  [{ clamp: 128 }, 'p=9007199254740993', 128],
  [{ clamp: 0 }, 'p=1', 0],
  [{ type: 'number' }, 'p=x', 'query parameter p must be number'],
  [{ type: 'number' }, 'p=1e400', 'query parameter p is beyond the numbers that can be read'],
  [{ type: 'boolean' }, 'p=true', true],
  [{ type: 'boolean' }, 'p=false', false],
  [{ type: 'boolean' }, 'p=1', 'query parameter p must be true or false'],
  [{ type: 'string', time: true }, 'p=2021-08-17T11:14:49+08:00', '2021-08-17T11:14:49+08:00'],
  [{ type: 'string' }, 'p=2021-08-17T11:14:49+08:00', '2021-08-17T11:14:49 08:00'],
  [{ type: 'number', clamp: 1 }, 'p=1.5', 1],
  [{}, '', undefined],
  [{ default: 7 }, '', 7],
  [{}, 'p=1&p=2', 'query parameter p is given more than once'],
  [{ list: 'repeated' }, 'p=1&p=2', [1, 2]],
  [{ list: 'repeated' }, 'p=1', [1]],
  [{ list: ',' }, 'p=1,2', [1, 2]],
  [{ list: ',' }, 'p=1&p=2', 'query parameter p is given more than once'],
  [{ list: '|', type: 'string' }, 'p=a%7Cb', ['a', 'b']],
  [{ list: ',' }, 'p=1,x', 'query parameter p must be integer'],
])('%j of %j is read as %j', (members, query, value) => expect(read(members, query)).toEqual(value));

it.each([
  [undefined, {}],
  ['a=1; b="2";c=%20+;a=3', { a: '1', b: '2', c: ' +' }],
  ['no value; =x; __proto__=1', { ['__proto__']: '1' }],
  ['a=b=c; d = 4 ', { a: 'b=c', d: '4' }],
  ['a="1; b=1"; c="; d=""; e="1', { a: '"1', b: '1"', c: '"', d: '', e: '"1' }],
])('reads the cookies of %j', (header, cookies) => {
  expect(Object.entries(cookiesOf(header))).toEqual(Object.entries(cookies));
});

it('reads each parameter from its place', () => {
  const read = reader({
    id: 'read',
    method: 'get',
    path: '/{P}',
    summary: '',
    parameters: [
      parameter({ in: 'path', name: 'P' }),
      parameter({ in: 'query', name: 'Q' }),
      parameter({ in: 'header', name: 'H' }),
      parameter({ in: 'header', name: 'Absent' }),
      parameter({ in: 'cookie', name: 'C' }),
    ],
    security: [],
    statuses: ['200'],
  });
  const sent = (more: Readonly<Record<string, string>>) => ({
    url: '/1?Q=2&P=5',
    header: (name: string) => ({ h: '3', cookie: 'C=4', ...more })[name],
  });
  expect(read(sent({}), { P: '1', Q: '5' }, 'b')).toStrictEqual({
    path: { P: 1 },
    query: { Q: 2 },
    headers: { H: 3 },
    cookies: { C: 4 },
    body: 'b',
  });
  const rejection = (status: number, message: string) => expect.objectContaining({ status, message });
  expect(() => read(sent({ h: 'x' }), { P: '1' }, 'b')).toThrow(rejection(400, 'headers parameter H must be integer'));
  expect(() => read(sent({ cookie: 'C=x' }), { P: '1' }, 'b')).toThrow(
    rejection(400, 'cookies parameter C must be integer'),
  );
  expect(() => read(sent({ h: '9007199254740993' }), { P: '1' }, 'b')).toThrow(
    rejection(400, 'headers parameter H is beyond the integers that can be read exactly'),
  );
  expect(() => read(sent({}), { P: '9007199254740993' }, 'b')).toThrow(
    rejection(404, 'path parameter P is beyond the integers that can be read exactly'),
  );
});
