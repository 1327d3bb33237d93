import { expect, it } from 'vitest';
import { encodingOf, jsonOf, jsonReply } from './exchange.ts';

it.each([
  [undefined, 'utf8'],
  ['application/json; charset=utf-8', 'utf8'],
  ['application/problem+JSON', 'utf8'],
  ['text/html', 'utf8'],
  ['image/png', 'latin1'],
  ['', 'latin1'],
] as const)('a body of the type %j is kept as %s', (contentType, encoding) => {
  expect(encodingOf(contentType)).toBe(encoding);
});

it('replies with JSON', () => {
  const contentType = 'application/json; charset=utf-8';
  expect(jsonReply(404, { a: 1 })).toEqual({ kind: 'reply', status: 404, contentType, body: '{"a":1}', headers: {} });
  expect(jsonReply(200, null, { etag: 'x' }).headers).toEqual({ etag: 'x' });
});

it('reads JSON and nothing else', () => {
  expect(jsonOf('{"a":[1]}')).toEqual({ a: [1] });
  expect(jsonOf('{a}')).toBeUndefined();
});
