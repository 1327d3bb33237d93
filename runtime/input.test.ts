import { parse } from 'node:querystring';
import { expect, it } from 'vitest';
import { queryOf } from './input.ts';

it.each([
  '',
  'a',
  'a=',
  '=b',
  'a=1&a=2&a=3&b=',
  'a=1&&b=2&',
  'a=b=c',
  'a=+%2B+&%61=1',
  'a=%E0%A4%A&b=%zz&c=%',
  'a=2020-12-12T12:12:12+08:00',
  '__proto__=1&constructor=2',
])('reads a query as Node.js does: %s', (query) => expect(queryOf(`/path?${query}`)).toEqual(parse(query)));

it('looks at a thousand pairs', () => {
  expect(Object.keys(queryOf(`/?${Array.from({ length: 2_000 }, (_, i) => `a${i}=`).join('&')}`))).toHaveLength(1_000);
});
